import type { Json, Scene, Schema, States, System } from "../api/types"
import { firstValue } from "../panels/fields"

/** Return a free name for a new piece: A to Z, then A2 ... */
export function freeName(scene: Scene): string {
  const taken = new Set(scene.pieces.map((each) => each.name))
  for (let round = 1; ; round += 1)
    for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
      const name = round === 1 ? letter : letter + String(round)
      if (!taken.has(name)) return name
    }
}

/** Return the fields of a new piece: like the last one of the smaller side, otherwise only the required ones. */
export function newStates(scene: Scene, system: System, at: string | [number, number]): States {
  const model = modelPiece(scene)
  const { properties = {}, required = [] } = system.pieces[scene.grid] ?? {}
  const needed = Object.fromEntries(required.map((key) => [key, firstStated(key, properties[key] ?? {}, scene, at)]))
  const base: States = scene.grid === "free" ? { base: "32mm" } : {}
  return { ...base, ...needed, ...(model ?? { side: scene.pieces.length ? "blue" : "red" }), at }
}

/** Return a required field of a new piece; in the upper half of the board it faces down, towards the other side. */
function firstStated(key: string, schema: Schema, scene: Scene, at: string | [number, number]): Json {
  const looksDown = key === "facing" && schema.enum?.includes("S") && isInUpperHalf(scene, at)
  return looksDown ? "S" : firstValue(schema)
}

/** Return whether a cell is in the upper half of the board. */
function isInUpperHalf({ cells, view_box: [, top, , height] }: Scene, at: string | [number, number]): boolean {
  const cell = cells.list.find((each) => each.label === at)
  return cell !== undefined && cell.y < top + height / 2
}

/** The piece to copy: the last of the side with fewest pieces, if there are two sides. */
function modelPiece({ pieces }: Scene): States | null {
  const sides = [...new Set(pieces.map((each) => each.side))]
  if (sides.length < 2) return null
  const count = (side: string | null) => pieces.filter((each) => each.side === side).length
  const [least] = sides.sort((one, other) => count(one) - count(other))
  const model = pieces.findLast((each) => each.side === least)
  return model ? { ...model.states } : null
}
