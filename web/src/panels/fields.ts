/** Fields of a form, generated from JSON Schema. */

import type { Json, Schema } from "../api/types"
import { number } from "../i18n"

export type Kind = "choice" | "yes" | "number" | "text" | "list" | "choices" | "group" | "corners"

const KINDS: [Kind, (schema: Schema) => unknown][] = [
  ["choice", ({ enum: choices }) => choices],
  ["yes", ({ type }) => type === "boolean"],
  ["number", ({ type }) => type === "integer" || type === "number"],
  ["group", ({ type, properties }) => type === "object" && properties],
  ["choices", ({ type, items }) => type === "array" && items?.enum],
  ["list", ({ type, items }) => type === "array" && items?.properties],
  ["corners", ({ type, items }) => type === "array" && items?.type === "array"],
]

/** Return how a value of a schema is entered. */
export function kindOf(schema: Schema): Kind {
  return KINDS.find(([, fits]) => fits(schema))?.[0] ?? "text"
}

/** Return the suggested words of a text, which may have other values too. */
export function suggestions(schema: Schema): string[] {
  return (schema.anyOf ?? []).flatMap((each) => each.enum ?? []).map(String)
}

/** Return a value in its typed form: a list with commas, nested values as JSON. */
export function typed(value: Json | undefined): string {
  if (value === undefined || value === null) return ""
  if (Array.isArray(value) && value.every((each) => typeof each !== "object")) return value.join(", ")
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

/** Return corners in their typed form: "10, 5; 15, 4; ...", with the decimal sign of the language. */
export function typedCorners(value: Json | undefined): string {
  return Array.isArray(value)
    ? value.map((each) => (Array.isArray(each) ? each.map(typedLength).join(", ") : "")).join("; ")
    : ""
}

const typedLength = (value: Json) => (typeof value === "number" ? number(value) : String(value))

/** Parse typed corners, with the decimal sign of the language; empty input is null. */
export function enteredCorners(text: string): Json {
  const corners = text.split(";").map((each) => each.trim().split(/\s*,\s+|\s+/))
  return text.trim() ? corners.map((each) => each.map((length) => scalar(length.replace(",", ".")))) : null
}

/** Parse typed input as a value for a schema; empty input is null. The server validates it. */
export function entered(text: string, schema: Schema): Json {
  const trimmed = text.trim()
  if (trimmed === "") return null
  if (trimmed.startsWith("[") || trimmed.startsWith("{")) return parsed(trimmed)
  const takesList = [schema, ...(schema.anyOf ?? [])].some((each) => each.type === "array")
  const isList = takesList && (trimmed.includes(",") || schema.type === "array")
  return isList ? trimmed.split(",").map((each) => scalar(each.trim())) : scalar(trimmed)
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

const scalar = (text: string): Json => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)

/** Return the range of a number in short words, or "". */
export function range({ minimum, maximum }: Schema): string {
  if (minimum === undefined || maximum === undefined || maximum > 999) return ""
  return `${minimum}–${maximum}`
}

/** Return an initial value for the required part of a schema. */
export function firstValue(schema: Schema): Json {
  return FIRST[kindOf(schema)](schema)
}

const FIRST: Record<Kind, (schema: Schema) => Json> = {
  choice: ({ enum: choices = [] }) => choices[0] ?? null,
  yes: () => false,
  number: ({ minimum = 0 }) => minimum,
  group: ({ required = [], properties = {} }) =>
    Object.fromEntries(required.map((key) => [key, firstValue(properties[key] ?? {})])),
  list: () => [],
  choices: () => [],
  corners: () => [],
  text: ({ anyOf: [first] = [] }) => (first ? firstValue(first) : "?"),
}
