import { announce } from "../announce"
import type { Edit, Feature, Scene } from "../api/types"
import { labelled, t, word } from "../i18n"
import type { Brush } from "./brush.svelte"
import { apart, boxOf, isWithin, middleOf, outlineOf, shifted, type Shape, type Spot } from "./outlines"
import { spotWords } from "./places"
import type { View } from "./view.svelte"

/** The features of a free table, as edited: drawn, picked up, moved and changed. */
interface Table {
  readonly view: View
  readonly canEdit: boolean
  edit(edit: Edit): Promise<boolean>
  readonly brush: Brush
  readonly kinds: string[]
}

/** The selected feature, or a corner of it, as it is carried. */
interface Held {
  outline: Spot[]
  /** The held corner, or null for the whole feature. */
  corner: number | null
  from: Spot
}

const NEAR = 0.6 // inches from the first corner within which an outline is closed

/** The editing of a free table by pointer and keyboard: the cursor, and the drawn or carried shape. */
export class FreeHand {
  /** The keyboard cursor, at which things are drawn or dropped. */
  cursor = $state.raw<Spot | null>(null)
  corners = $state.raw<Spot[]>([])
  #to = $state.raw<Spot | null>(null)
  #held = $state.raw<Held | null>(null)
  #isFirst = false

  constructor(private table: () => Table) {}

  /** The outline being drawn or carried. */
  get draft(): Spot[] | null {
    if (this.#held) return this.#held.outline
    const [first] = this.corners
    const to = this.#to ?? this.cursor
    if (!first || !to) return null
    const { shape } = this.table().brush
    return shape === "outline" ? [...this.corners, to] : outlineOf(shape, first, to)
  }

  get isHolding(): boolean {
    return this.#held !== null
  }

  // Pointer input

  /** Begin or continue a shape, or pick up the feature of a grip; return whether there is anything to do. */
  press(at: Spot, grip: string | null): boolean {
    const { view, canEdit } = this.table()
    if (!canEdit || view.scene?.grid !== "free") return false
    if (grip !== null) this.take(grip === "all" ? null : Number(grip), at)
    else if (view.tool !== "terrain") return false
    else {
      this.#isFirst = this.corners.length === 0
      if (this.#isFirst && this.table().brush.shape !== "outline") this.corners = [at]
      this.#to = at
    }
    return true
  }

  drag(at: Spot): void {
    if (this.#held) this.#carryTo(at)
    else this.#to = at
  }

  release(at: Spot): void {
    if (this.#held) return void this.putDown()
    const [first] = this.corners
    const isDragged = first !== undefined && apart(first, at) > 0.2
    if (this.table().brush.shape === "outline" || isDragged || !this.#isFirst) void this.mark(at)
    this.#to = null
  }

  /** Draw in a shape from now on, and put away one that is begun in another. */
  draw(shape: Shape): void {
    this.table().brush.shape = shape
    this.cancel()
  }

  cancel(): void {
    this.corners = []
    this.#to = null
    this.#held = null
  }

  // Common to both

  /** Add a corner; the last one completes the shape. */
  async mark(at: Spot): Promise<void> {
    const { shape } = this.table().brush
    const [first] = this.corners
    const isClosed = first !== undefined && this.corners.length > 2 && apart(first, at) < NEAR
    if (!first || (shape === "outline" && !isClosed)) {
      this.corners = [...this.corners, at]
      announce(t("Corner {number} at {place}.", { number: this.corners.length, place: spotWords(at) }))
      return
    }
    const outline = shape === "outline" ? this.corners : outlineOf(shape, first, at)
    this.cancel()
    if (outline) await this.add(outline)
    else announce(t("Let go."))
  }

  /** Add a feature of the selected kind. */
  async add(outline: Spot[]): Promise<void> {
    const { view, edit, brush, kinds } = this.table()
    const is = brush.terrain ?? kinds.find((each) => each !== "clear") ?? "clear"
    const index = view.scene?.features.length ?? 0
    if (await edit({ feature: "new", set: { is, outline } })) this.select(index, { is, outline })
  }

  /** Select a feature of the table, and announce it. */
  select(index: number, feature = this.table().view.scene?.features[index]): void {
    const { view } = this.table()
    this.#held = null
    view.select(null)
    view.feature = index
    view.panel = "piece"
    if (feature) announce(featureWords(feature))
  }

  /** Return the number of the uppermost feature at a place, or null. */
  featureAt(scene: Scene, at: Spot): number | null {
    const index = scene.features.findLastIndex((each) => isWithin(cornersOf(each), at))
    return index < 0 ? null : index
  }

  /** Select the next feature. */
  next(step: 1 | -1): void {
    const { view } = this.table()
    const count = view.scene?.features.length ?? 0
    if (count) this.select(((view.feature ?? (step > 0 ? -1 : 0)) + step + count) % count)
    else announce(t("There is nothing on the table but pieces."))
  }

  /** Pick up the selected feature, or a corner of it. */
  take(corner: number | null, from: Spot = [0, 0]): void {
    const { view } = this.table()
    const feature = view.feature === null ? undefined : view.scene?.features[view.feature]
    if (!feature) return
    this.#held = { outline: cornersOf(feature), corner, from }
    announce(
      t("{piece} is picked up. Arrows carry it, Enter puts it down, Escape puts it back.", { piece: word(feature.is) }),
    )
  }

  /** Move the held feature, or the cursor, by some inches. */
  step([dx, dy]: Spot): void {
    const { scene } = this.table().view
    if (this.#held) {
      const [x, y] = this.#held.from
      this.#carryTo([x + dx, y + dy])
      announce(spotWords(middleOf(this.#held.outline)))
    } else if (scene?.table) {
      const { width, height } = scene.table
      const [x, y] = this.cursor ?? [Math.round(width / 2), Math.round(height / 2)]
      const within = (value: number, most: number) => Math.min(Math.max(value, 0), most)
      this.cursor = this.cursor ? [within(x + dx, width), within(y + dy, height)] : [x, y]
      const index = this.featureAt(scene, this.cursor)
      const lies = index === null ? undefined : scene.features[index]
      announce(labelled(spotWords(this.cursor), lies ? word(lies.is) : ""))
    }
  }

  async putDown(): Promise<void> {
    const held = this.#held
    const { view, edit } = this.table()
    if (!held || view.feature === null) return this.cancel()
    const isDone = await edit({ feature: view.feature, set: { outline: held.outline } })
    this.#held = null
    if (isDone) announce(t("It lies at {place} now.", { place: spotWords(middleOf(held.outline)) }))
  }

  #carryTo(at: Spot): void {
    if (!this.#held) return
    const { corner, outline, from } = this.#held
    const by: Spot = [at[0] - from[0], at[1] - from[1]]
    const moved = shifted(outline, by)
    this.#held = {
      ...this.#held,
      from: at,
      outline: corner === null ? moved : outline.with(corner, moved[corner] ?? at),
    }
  }
}

/** Return the corners of a feature in inches; files may give them as texts. */
export const cornersOf = ({ outline }: Feature): Spot[] => outline.map(([x, y]) => [inches(x), inches(y)])

const inches = (stated: number | string) =>
  String(stated).endsWith("mm") ? parseFloat(String(stated)) / 25.4 : Number(stated)

/** Return the kind and place of a feature in words. */
export function featureWords(feature: Feature): string {
  const [left, top, right, bottom] = boxOf(cornersOf(feature))
  return t("{kind} from {from} to {to}", {
    kind: word(feature.is),
    from: spotWords([left, top]),
    to: spotWords([right, bottom]),
  })
}
