/** The completed lessons, kept only in this browser. */

import { browserStorage } from "../storage"

const KEY = "sightline.lessons"

const nameOf = (rules: string, lesson: string) => `${rules}/${lesson}`

function done(): string[] {
  try {
    const kept: unknown = JSON.parse(browserStorage.getItem(KEY) ?? "[]")
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : []
  } catch {
    return []
  }
}

export const isDone = (rules: string, lesson: string): boolean => done().includes(nameOf(rules, lesson))

export function keepDone(rules: string, lesson: string): void {
  browserStorage.setItem(KEY, JSON.stringify([...new Set([...done(), nameOf(rules, lesson)])]))
}

export const forgetLessons = (): void => browserStorage.removeItem(KEY)

/** Return whether no lesson has been completed in this browser. */
export const isNew = (): boolean => done().length === 0
