/** Announcements to screen readers: the only live region of the page. */

/** The milliseconds after which a text has been read by the screen reader, and earlier ones can be removed. */
const TAKEN_UP = 2000
/** The maximum number of texts at once; with more, as from a held arrow key, the first ones are useless. */
const MAX_TEXTS = 4

/** Announce a text after the previous ones, because a text that is replaced at once may never be heard. */
export function announce(text: string): void {
  const live = document.getElementById("live")
  if (!live || !text) return
  const line = document.createElement("p")
  line.textContent = text
  live.append(line)
  if (live.childElementCount > MAX_TEXTS) live.firstChild?.remove()
  setTimeout(() => {
    while (line.isConnected && line.previousSibling) line.previousSibling.remove()
  }, TAKEN_UP)
}
