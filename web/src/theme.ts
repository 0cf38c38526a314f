/** Light and dark: what the browser wishes, unless one was chosen. */

export type Theme = "system" | "light" | "dark"
const CHOICE = "sightline.theme"
const DARK = matchMedia("(prefers-color-scheme: dark)")

/** Return the choice of this browser. */
export function chosenTheme(): Theme {
  const chosen = localStorage.getItem(CHOICE)
  return chosen === "light" || chosen === "dark" ? chosen : "system"
}

/** Choose, and show the page so. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(CHOICE, theme)
  showTheme()
}

/** Show the page in the chosen theme. */
export function showTheme(): void {
  const theme = chosenTheme()
  document.documentElement.dataset["theme"] = theme === "system" ? (DARK.matches ? "dark" : "light") : theme
  for (const each of listeners) each()
}

const listeners = new Set<() => void>()

/** Return whether the page is dark now, and hear of changes. */
export function isDark(): boolean {
  return document.documentElement.dataset["theme"] === "dark"
}

export function onTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

DARK.addEventListener("change", showTheme)
