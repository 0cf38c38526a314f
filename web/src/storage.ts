/**
 * The storage of this browser, and that of this tab. What they refuse, because they are blocked or full, is kept as long
 * as the page is open.
 */

class BrowserStorage {
  #kept = new Map<string, string>()

  constructor(private kind: "localStorage" | "sessionStorage") {}

  getItem(key: string): string | null {
    try {
      return this.#kept.get(key) ?? window[this.kind].getItem(key)
    } catch {
      return null // reading is blocked
    }
  }

  /** Store a value; return whether it outlives the page. */
  setItem(key: string, value: string): boolean {
    try {
      window[this.kind].setItem(key, value)
      this.#kept.delete(key)
      return true
    } catch {
      this.#kept.set(key, value)
      return false
    }
  }

  removeItem(key: string): void {
    this.#kept.delete(key)
    try {
      window[this.kind].removeItem(key)
    } catch {
      // nothing is stored where that is blocked
    }
  }
}

export const browserStorage = new BrowserStorage("localStorage")
export const tabStorage = new BrowserStorage("sessionStorage")
