/** What is said to a screen reader: the one live region of the page. */

/** The milliseconds in which a text has been taken up, and those before it can go. */
const TAKEN_UP = 2000
/** The most texts at once: of more, as an arrow key that is held makes, nobody hears the first. */
const MOST = 4

/** Say a text, after those that were said just before: a text that is replaced at once may never be heard. */
export function announce(text: string): void {
  const live = document.getElementById("live")
  if (!live || !text) return
  const said = document.createElement("p")
  said.textContent = text
  live.append(said)
  if (live.childElementCount > MOST) live.firstChild?.remove()
  setTimeout(() => {
    while (said.isConnected && said.previousSibling) said.previousSibling.remove()
  }, TAKEN_UP)
}
