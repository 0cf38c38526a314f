/** A team being built: its members, who keep their places when they are renamed, and its formations. */

import type { StatedCharacter, Team } from "../api/battles"
import { freeTile } from "./tiles"

export interface Member {
  id: number
  name: string
  stated: StatedCharacter
}

export interface Formation {
  name: string
  /** The tile of each member, by id. */
  tiles: Record<number, string>
}

const COLUMNS = 12

/** Return an unused name: the desired one, followed by a number if necessary. */
function distinct(wished: string, taken: string[]): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wished : `${wished} ${number}`
    if (!taken.includes(name)) return name
  }
}

export class TeamDraft {
  name = $state("")
  limit = $state(0)
  members = $state<Member[]>([])
  formations = $state<Formation[]>([])
  /** The columns of the grid in which new members are placed. */
  columns = COLUMNS
  #last = 0

  constructor(team: Team) {
    this.name = team.name ?? ""
    this.limit = team.limit
    this.members = Object.entries(team.characters).map(([name, stated]) => ({ id: ++this.#last, name, stated }))
    const idOf = new Map(this.members.map(({ id, name }) => [name, id]))
    this.formations = Object.entries(team.formations).map(([name, tiles]) => ({
      name,
      tiles: Object.fromEntries(Object.entries(tiles).map(([who, tile]) => [idOf.get(who) ?? 0, tile])),
    }))
  }

  /** The team in the form of a file. */
  get team(): Team {
    const { name, limit, members } = this
    const characters = Object.fromEntries(members.map((each) => [each.name, each.stated]))
    const placed = ({ tiles }: Formation) =>
      Object.fromEntries(members.filter(({ id }) => id in tiles).map((each) => [each.name, tiles[each.id] ?? ""]))
    const formations = Object.fromEntries(this.formations.map((each) => [each.name, placed(each)]))
    return { ...(name ? { name } : {}), limit, characters, formations }
  }

  /** Add a character of the roster to the team, with a place in each formation; return its name. */
  add(key: string, wished: string, formation: string): string {
    const name = distinct(
      wished,
      this.members.map((each) => each.name),
    )
    const id = ++this.#last
    this.members.push({ id, name, stated: key })
    if (this.formations.length === 0) this.formations.push({ name: formation, tiles: {} })
    for (const each of this.formations) each.tiles[id] = freeTile(Object.values(each.tiles), this.columns)
    return name
  }

  remove(id: number): void {
    this.members = this.members.filter((each) => each.id !== id)
    for (const { tiles } of this.formations) Reflect.deleteProperty(tiles, id)
  }

  /** Rename a member; return false for a name that is empty or taken. */
  rename(member: Member, wished: string): boolean {
    const name = wished.trim()
    if (!name || this.members.some((each) => each.id !== member.id && each.name === name)) return false
    member.name = name
    return true
  }

  /** Put a member on a tile; the member there moves to the tile that it leaves. */
  place(formation: Formation, id: number, tile: string): void {
    const other = this.#standing(formation, tile)
    const before = formation.tiles[id]
    if (other !== undefined && other !== id && before !== undefined) formation.tiles[other] = before
    formation.tiles[id] = tile
  }

  /** Return the member on a tile. */
  memberAt(formation: Formation, tile: string): Member | undefined {
    const id = this.#standing(formation, tile)
    return this.members.find((each) => each.id === id)
  }

  #standing({ tiles }: Formation, tile: string): number | undefined {
    const found = Object.entries(tiles).find(([, each]) => each === tile)
    return found === undefined ? undefined : Number(found[0])
  }

  /** Add a copy of a formation; return its index. */
  addFormation(wished: string, like: Formation | undefined): number {
    const name = distinct(
      wished,
      this.formations.map((each) => each.name),
    )
    return this.formations.push({ name, tiles: { ...like?.tiles } }) - 1
  }

  renameFormation(formation: Formation, wished: string): boolean {
    const name = wished.trim()
    if (!name || this.formations.some((each) => each !== formation && each.name === name)) return false
    formation.name = name
    return true
  }

  removeFormation(index: number): void {
    this.formations.splice(index, 1)
  }
}
