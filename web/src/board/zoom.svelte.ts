import { select } from "d3-selection"
import { zoom, zoomIdentity, type ZoomTransform } from "d3-zoom"
import { untrack } from "svelte"
import type { Scene } from "../api/types"

type Box = Scene["view_box"]

/** What is nearer to the edge of the frame, in pixels, is not in view. */
const MARGIN = 32

/** How far one can zoom in: by a factor, and until cells have half this height in pixels. */
const MAX_SCALE = 12
const CLOSE = 32

/** Pan and zoom of the board by wheel, touch, dragging of the ground, and buttons. */
export class Zoom {
  /** The transform of the picture in its own units, so that it is kept when the window is resized. */
  #now = $state.raw<ZoomTransform>(zoomIdentity)
  #behaviour = zoom<HTMLElement, unknown>()
    .scaleExtent([1, MAX_SCALE])
    .on("zoom", (event: { transform: ZoomTransform }) => (this.#now = this.#inPicture(event.transform)))
  #frame: HTMLElement | null = null
  #box: Box = [0, 0, 1, 1]
  #edge = Infinity

  get transform(): string {
    return this.#now.toString()
  }

  get factor(): number {
    return this.#now.k
  }

  /** The size of a pixel of the picture, in pixels of the screen, and the part in view: left, top, right, bottom. */
  get view(): { scale: number; part: [number, number, number, number] } {
    const { k } = this.#now
    const { scale, left, top } = this.#fit()
    const { clientWidth = 0, clientHeight = 0 } = this.#frame ?? {}
    const first = this.#now.invert([-left / scale, -top / scale])
    const last = this.#now.invert([(clientWidth - left) / scale, (clientHeight - top) / scale])
    return { scale: k * scale, part: [...first, ...last] }
  }

  /** Listen on the frame of a picture; `leaves` decides which presses and touches are for zooming. */
  attach(frame: HTMLElement, leaves: (event: Event) => boolean): () => void {
    this.#frame = frame
    this.#behaviour
      .extent(() => {
        const { scale, left, top } = this.#fit()
        const [x, y, width, height] = this.#box
        return [
          [left + scale * x, top + scale * y],
          [left + scale * (x + width), top + scale * (y + height)],
        ]
      })
      .translateExtent([
        [-1e5, -1e5],
        [1e5, 1e5],
      ])
      .constrain((transform, extent) => kept(transform, extent))
      .filter(leaves)
    select(frame).call(this.#behaviour).on("dblclick.zoom", null)
    const resized = new ResizeObserver(() => this.#keep())
    resized.observe(frame)
    return () => {
      resized.disconnect()
      select(frame).on(".zoom", null)
    }
  }

  /** Set the part of the plane that the picture shows, and half the height of its cells. */
  show(box: Box, edge: number): void {
    this.#box = box
    this.#edge = edge
    untrack(() => this.#keep())
  }

  by(factor: number): void {
    if (this.#frame) this.#behaviour.scaleBy(select(this.#frame), factor)
  }

  whole(): void {
    if (this.#frame) this.#behaviour.transform(select(this.#frame), zoomIdentity)
  }

  /** Move a point of the picture into the middle, unless it is in view. */
  reveal(x: number, y: number): void {
    if (!this.#frame) return
    const { clientWidth, clientHeight } = this.#frame
    const { scale, left, top } = this.#fit()
    const [acrossThere, downThere] = this.#now.apply([x, y])
    const [across, down] = [scale * acrossThere + left, scale * downThere + top]
    const isSeen = MARGIN < across && across < clientWidth - MARGIN && MARGIN < down && down < clientHeight - MARGIN
    if (this.#now.k > 1 && !isSeen) this.#behaviour.translateTo(select(this.#frame), scale * x + left, scale * y + top)
  }

  /** Pass the transform to the zoom behaviour, which uses pixels of the frame. */
  #keep(): void {
    if (!this.#frame?.clientWidth || !this.#frame.clientHeight) return // nothing is shown
    const { k, x, y } = this.#now
    const { scale, left, top } = this.#fit()
    this.#behaviour.scaleExtent([1, Math.max(MAX_SCALE, CLOSE / (scale * this.#edge), k)]) // never less than it is now
    const moved = zoomIdentity.translate(scale * x + (1 - k) * left, scale * y + (1 - k) * top).scale(k)
    this.#behaviour.transform(select(this.#frame), moved)
  }

  #inPicture({ k, x, y }: ZoomTransform): ZoomTransform {
    const { scale, left, top } = this.#fit()
    return zoomIdentity.translate((x - (1 - k) * left) / scale, (y - (1 - k) * top) / scale).scale(k)
  }

  /** Return the scale at which the picture fits its frame, and its origin there, before any zoom. */
  #fit(): { scale: number; left: number; top: number } {
    const [x, y, width, height] = this.#box
    const { clientWidth = width, clientHeight = height } = this.#frame ?? {}
    const scale = Math.min(clientWidth / width, clientHeight / height)
    return {
      scale,
      left: (clientWidth - scale * width) / 2 - scale * x,
      top: (clientHeight - scale * height) / 2 - scale * y,
    }
  }
}

/** Keep the middle of the picture on the board. */
function kept(
  transform: ZoomTransform,
  [[left, top], [right, bottom]]: [[number, number], [number, number]],
): ZoomTransform {
  const [x, y] = transform.invert([(left + right) / 2, (top + bottom) / 2])
  const dx = x - Math.min(Math.max(x, left), right)
  const dy = y - Math.min(Math.max(y, top), bottom)
  return transform.translate(dx, dy)
}
