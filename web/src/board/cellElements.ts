/** The elements of cells, which are made directly: for each of many, a template takes several times as long. */

import type { Scene } from "../api/types"
import { cornersOf } from "./hand"

/** Bring the elements in a group up to date, `known` being those so far by label, and return them.
 *
 * Elements of labels that stay are not moved in the document, so that they keep the focus. */
export function updateCells(
  group: SVGGElement,
  { outline, list }: Scene["cells"],
  known: ReadonlyMap<string, SVGElement>,
): ReadonlyMap<string, SVGElement> {
  const cornersAt = cornersOf(outline)
  const make = template(group.ownerDocument)
  const elements = new Map(
    list.map(({ label, name, x, y }) => {
      const element = known.get(label) ?? make(label)
      put(element, "points", cornersAt(x, y))
      put(element, "aria-label", name)
      return [label, element]
    }),
  )
  for (const [label, element] of known) if (!elements.has(label)) element.remove()
  let next = group.firstElementChild
  for (const element of elements.values()) {
    if (element === next) next = next.nextElementSibling
    else group.insertBefore(element, next)
  }
  return elements
}

/** Set an attribute, if it has another value. */
export function put(element: Element, attribute: string, value: string): void {
  if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value)
}

/** Return a function that makes the element of a cell. */
function template(document: Document): (label: string) => SVGElement {
  const usual = document.createElementNS("http://www.w3.org/2000/svg", "polygon")
  const attributes = { role: "button", tabindex: "-1", "aria-pressed": "false" }
  for (const [name, value] of Object.entries(attributes)) usual.setAttribute(name, value)
  return (label) => {
    const element = usual.cloneNode() as SVGElement
    element.setAttribute("data-cell", label)
    return element
  }
}
