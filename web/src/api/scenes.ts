/** Scenes of the board: layers are fetched once, and again only where their hash has changed. */

import { language } from "../i18n"
import { request } from "./client"
import type { Cell, Layer, Scene, SceneRequest } from "./types"

interface Sent extends Omit<Scene, "layers" | "style" | "cells"> {
  layers: (Omit<Layer, "svg"> & { svg?: string })[]
  style: { hash: string; css?: string }
  cells: { hash: string; outline: string; list?: Cell[] }
}

/** The scenes of one board, with what is known of them already. */
export class SceneSource {
  #layers = new Map<string, Layer>()
  #style = { hash: "", css: "" }
  #cells: Scene["cells"] = { hash: "", outline: "", list: [] }

  async fetch(asked: SceneRequest, signal: AbortSignal): Promise<Scene> {
    const body = { ...asked, lang: language, have: this.#have() }
    return this.#whole(await request<Sent>("/scene", { body, signal }))
  }

  #have(): Record<string, string> {
    const layers = [...this.#layers].map(([name, { hash }]) => [name, hash] as const)
    return Object.fromEntries([...layers, ["style", this.#style.hash], ["cells", this.#cells.hash]])
  }

  #whole(sent: Sent): Scene {
    const layers = sent.layers.map((each) => this.#layer(each))
    this.#style = { hash: sent.style.hash, css: sent.style.css ?? this.#style.css }
    this.#cells = { ...sent.cells, list: sent.cells.list ?? this.#cells.list }
    return { ...sent, layers, style: this.#style, cells: this.#cells }
  }

  #layer({ name, hash, svg }: Sent["layers"][number]): Layer {
    const layer = { name, hash, svg: svg ?? this.#layers.get(name)?.svg ?? "" }
    this.#layers.set(name, layer)
    return layer
  }
}
