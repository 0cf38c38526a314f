import type { Shape } from "./outlines"
import type { Tool } from "./view.svelte"

/** What the tools draw: a kind of terrain in a shape, a kind of border, a level. */
export class Brush {
  terrain = $state<string | null>(null)
  border = $state<string | null>(null)
  level = $state(1)
  /** The way in which terrain is drawn on a free table. */
  shape = $state<Shape>("rectangle")

  take(tool: Tool, kind: string | null): void {
    if (tool === "terrain") this.terrain = kind
    else this.border = kind
  }
}
