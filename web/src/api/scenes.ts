/** Scenes of the board: layers are fetched once, and again only where their hash has changed. */

import { language } from "../i18n"
import { request } from "./client"
import type { Cell, Layer, Scene } from "./types"

interface SentParts {
  layers: (Omit<Layer, "svg"> & { svg?: string })[]
  style: { hash: string; css?: string }
  cells: { hash: string; outline: string; list?: Cell[] }
}
type Sent<Kind> = Omit<Kind, keyof SentParts> & SentParts

/** The scenes of one board, with what is known of them already. */
export class SceneSource<Kind extends Scene = Scene> {
  #layers = new Map<string, Layer>()
  #style = { hash: "", css: "" }
  #cells: Scene["cells"] = { hash: "", outline: "", list: [] }

  constructor(private address = "/scene") {}

  async fetch(asked: object, signal?: AbortSignal): Promise<Kind> {
    const body = { ...asked, lang: language, have: this.#have() }
    return this.#whole(await request<Sent<Kind>>(this.address, { body, signal }))
  }

  /** Return a scene without its picture, of which nothing is drawn: what a question answers, and problems. */
  try(asked: object, signal: AbortSignal): Promise<Pick<Scene, "answer" | "problems">> {
    return request("/scene", { body: { ...asked, lang: language, have: this.#have() }, signal })
  }

  #have(): Record<string, string> {
    const layers = [...this.#layers].map(([name, { hash }]) => [name, hash] as const)
    return Object.fromEntries([...layers, ["style", this.#style.hash], ["cells", this.#cells.hash]])
  }

  #whole(sent: Sent<Kind>): Kind {
    const layers = sent.layers.map((each) => this.#layer(each))
    this.#style = { hash: sent.style.hash, css: sent.style.css ?? this.#style.css }
    this.#cells = { ...sent.cells, list: sent.cells.list ?? this.#cells.list }
    return { ...sent, layers, style: this.#style, cells: this.#cells } as unknown as Kind
  }

  #layer({ name, hash, svg }: SentParts["layers"][number]): Layer {
    const layer = { name, hash, svg: svg ?? this.#layers.get(name)?.svg ?? "" }
    this.#layers.set(name, layer)
    return layer
  }
}
