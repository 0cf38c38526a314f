/** What is said to a screen reader: the one live region of the page. */

let last = ""

/** Say a text; the same text again is said again. */
export function announce(text: string): void {
  const live = document.getElementById("live")
  if (!live || !text) return
  live.textContent = text === last ? `${text}\u00a0` : text
  last = live.textContent
}
