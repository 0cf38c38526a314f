/** The style sheet of the picture, as the server draws it: one for the document, put in as the page may put in none inline. */

const sheet = new CSSStyleSheet()
let shown = ""

export function pictureStyle(css: string): void {
  if (css === shown) return
  sheet.replaceSync(css)
  shown = css
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet)
}
