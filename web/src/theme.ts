/** The light or dark theme: the browser's preference, unless the user has chosen one. */

import { browserStorage } from "./storage"

export type Theme = "system" | "light" | "dark"
const CHOICE = "sightline.theme"
const DARK = matchMedia("(prefers-color-scheme: dark)")

/** Return the choice of this browser. */
export function chosenTheme(): Theme {
  const chosen = browserStorage.getItem(CHOICE)
  return chosen === "light" || chosen === "dark" ? chosen : "system"
}

/** Store a choice, and apply it to the page. */
export function chooseTheme(theme: Theme): void {
  browserStorage.setItem(CHOICE, theme)
  showTheme()
}

/** Apply the chosen theme to the page. */
export function showTheme(): void {
  const theme = chosenTheme()
  document.documentElement.dataset["theme"] = theme === "system" ? (DARK.matches ? "dark" : "light") : theme
  for (const each of listeners) each()
}

const listeners = new Set<() => void>()

/** Return whether the page is dark now, and subscribe to changes. */
export function isDark(): boolean {
  return document.documentElement.dataset["theme"] === "dark"
}

export function onTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

DARK.addEventListener("change", showTheme)
