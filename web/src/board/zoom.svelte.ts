import { select } from "d3-selection"
import { zoom, zoomIdentity, type ZoomTransform } from "d3-zoom"

/** Pan and zoom of the board by wheel, fingers, drags of the ground, and buttons. */
export class Zoom {
  #now = $state.raw<ZoomTransform>(zoomIdentity)
  #behaviour = zoom<SVGSVGElement, unknown>()
    .scaleExtent([1, 12])
    .on("zoom", (event: { transform: ZoomTransform }) => (this.#now = event.transform))
  #picture: SVGSVGElement | null = null

  get transform(): string {
    return this.#now.toString()
  }

  /** Listen on a picture; `leaves` says which presses and touches are for zooming. */
  attach(picture: SVGSVGElement, leaves: (event: Event) => boolean): () => void {
    this.#picture = picture
    this.#behaviour
      .extent(() => {
        const { x, y, width, height } = picture.viewBox.baseVal
        return [
          [x, y],
          [x + width, y + height],
        ]
      })
      .translateExtent([
        [-1e5, -1e5],
        [1e5, 1e5],
      ])
      .constrain((transform, extent) => kept(transform, extent))
      .filter(leaves)
    select(picture).call(this.#behaviour).on("dblclick.zoom", null)
    return () => select(picture).on(".zoom", null)
  }

  by(factor: number): void {
    if (this.#picture) this.#behaviour.scaleBy(select(this.#picture), factor)
  }

  whole(): void {
    if (this.#picture) this.#behaviour.transform(select(this.#picture), zoomIdentity)
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
