/** Scenes of the board: a layer is fetched again only if its hash has changed. */

import { language } from "../i18n"
import { request } from "./client"
import type { Cell, Layer, Scene } from "./types"

interface SentParts {
  layers: (Pick<Layer, "name" | "hash"> & Partial<Layer>)[]
  style: { hash: string; css?: string }
  cells: { hash: string; outline: string; labelled: boolean; list?: Cell[]; inset?: number }
}
type Sent<Kind> = Omit<Kind, keyof SentParts> & SentParts

/** The sizes for which boards are drawn so that their texts are legible, with the end of the range of each, in pixels. */
const SIZES = [
  ["small", 480],
  ["compact", 600],
  ["medium", 1200],
  ["large", Infinity],
] as const

/** Return the size for a board that has a part of the shorter side of the screen. */
function screenSize(part: number): (typeof SIZES)[number][0] {
  const room = part * Math.min(innerWidth, innerHeight)
  return SIZES.find(([, end]) => room < end)?.[0] ?? "large"
}

/** The part of the screen that the panels of a battle leave to its board. */
export const BATTLE_PART = 0.6

/** The scenes of one board, with a cache of their parts. */
export class SceneSource<Kind extends Scene = Scene> {
  #layers = new Map<string, Layer>()
  #style = { hash: "", css: "" }
  #cells: Scene["cells"] = { hash: "", outline: "", labelled: false, list: [], inset: 0 }
  #rest: Record<string, unknown> = {}

  constructor(
    private address = "/scene",
    private part = 1,
  ) {}

  async fetch(asked: object, signal?: AbortSignal): Promise<Kind> {
    const body = { ...asked, lang: language, have: this.#have(), screen: screenSize(this.part) }
    return this.#whole(await request<Sent<Kind>>(this.address, { body, signal }))
  }

  /** Return a scene without its picture: only the answer to a question, and problems. */
  try(asked: object, signal: AbortSignal): Promise<Pick<Scene, "answer" | "problems">> {
    return request("/scene", { body: { ...asked, lang: language, have: this.#have() }, signal })
  }

  #have(): Record<string, string> {
    const layers = [...this.#layers].map(([name, { hash }]) => [name, hash] as const)
    return Object.fromEntries([...layers, ["style", this.#style.hash], ["cells", this.#cells.hash]])
  }

  #whole({ layers, style, cells, ...rest }: Sent<Kind>): Kind {
    if (style.css !== undefined) this.#style = { hash: style.hash, css: style.css }
    if (cells.list !== undefined) this.#cells = { ...cells, list: cells.list, inset: cells.inset ?? 0 }
    this.#rest = withKept(rest, this.#rest)
    const known = { layers: layers.map((each) => this.#layer(each)), style: this.#style, cells: this.#cells }
    return { ...this.#rest, ...known } as unknown as Kind
  }

  #layer({ name, hash, svg, answers }: SentParts["layers"][number]): Layer {
    const known = this.#layers.get(name)
    if (known?.hash === hash) return known
    const layer = { name, hash, svg: svg ?? "", answers: answers ?? false }
    this.#layers.set(name, layer)
    return layer
  }
}

/** Return parts, reusing each equal previous object, so that components that show it are not rendered again. */
function withKept(parts: object, before: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(parts).map(([key, part]: [string, unknown]) => {
    const old = before[key]
    return [key, JSON.stringify(old) === JSON.stringify(part) ? old : part]
  })
  return Object.fromEntries(kept) as Record<string, unknown>
}
