/** The picture's style sheet from the server, once per document; the security policy forbids inline styles. */

const sheet = new CSSStyleSheet()
let shown = ""

export function pictureStyle(css: string): void {
  if (css === shown) return
  sheet.replaceSync(css)
  shown = css
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet)
}
