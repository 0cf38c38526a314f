/** Texts: English in the code, other languages from the program's catalogues, converted to JSON at build time. */

import { browserStorage } from "./storage"

type Catalogue = Record<string, string | string[]>
type Fields = Record<string, string | number>

export const LANGUAGES = { en: "English", fr: "Français" } as const
export type Language = keyof typeof LANGUAGES

const CATALOGUES = import.meta.glob<{ default: Catalogue }>("./locale/*.json")
const CHOICE = "sightline.language"
const PLURAL: Record<Language, (number: number) => number> = { en: (n) => Number(n !== 1), fr: (n) => Number(n > 1) }

let texts: Catalogue = {}
export let language: Language = "en"

/** Load the chosen language, or the one preferred by the browser. */
export async function loadLanguage(): Promise<void> {
  const wishes = [browserStorage.getItem(CHOICE), ...navigator.languages].map((each) => each?.slice(0, 2))
  language = wishes.find((each): each is Language => each !== undefined && each in LANGUAGES) ?? "en"
  document.documentElement.lang = language
  texts = (await CATALOGUES[`./locale/${language}.json`]?.())?.default ?? {}
}

/** Load the texts of pages that are seldom opened first. */
export async function loadFurtherTexts(): Promise<void> {
  texts = { ...texts, ...(await CATALOGUES[`./locale/${language}.further.json`]?.())?.default }
}

/** Choose a language, and reload the page in it. */
export function chooseLanguage(chosen: Language): void {
  browserStorage.setItem(CHOICE, chosen)
  location.reload()
}

/** Return a text in the language of the page, with its fields filled in. */
export function t(text: string, fields: Fields = {}): string {
  const found = texts[text]
  return filled(typeof found === "string" ? found : text, fields)
}

/** Return the singular or the plural, with `number` and the other fields filled in. */
export function tn(singular: string, plural: string, number: number, fields: Fields = {}): string {
  const found = texts[singular]
  const forms = Array.isArray(found) ? found : [singular, plural]
  return filled(forms[PLURAL[language](number)] ?? plural, { number, ...fields })
}

/** Return a name with what is said about it, as in “F3: cost 0”; one of the two if the other is empty. */
export function labelled(name: string, text: string): string {
  return name && text ? t("{name}: {text}", { name, text }) : name || text
}

/** Return texts as the parts of one sentence; empty ones are left out. */
export function joined(parts: string[]): string {
  return parts.filter(Boolean).join(t("{before}; {text}", { before: "", text: "" }))
}

/** Return the translation of a word of a rule system or of the format, such as rubble or target_number. */
export function word(key: string): string {
  return inContext("word", key.replaceAll("_", " "))
}

/** Return a sight as text: clear, impeded, blocked. */
export const sightWord = (sight: string) => inContext("sight", sight)

/** Return the name of a ruling as text. */
export const rulingWord = (name: string) => inContext("ruling", name)

/** Return a choice of a ruling as text. */
export const choiceWord = (name: string, choice: string) => inContext("ruling", `${name}=${choice}`, choice)

/** Return the translation of a text in a context, or the text that is shown without one. */
function inContext(context: string, text: string, otherwise = text): string {
  const found = texts[`${context}\u0004${text}`]
  return typeof found === "string" ? found : otherwise
}

function filled(text: string, fields: Fields): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => isolated(String(fields[name] ?? whole)))
}

/** Letters that are written from right to left, and characters that change the direction of writing. */
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u202A-\u202E]/u
const [ISOLATE, END] = ["\u2068", "\u2069"]

/** Return a text between marks that keep its direction of writing from changing the order of what is around it. */
const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? ISOLATE + text + END : text)

const formats = new Map<number | undefined, Intl.NumberFormat>() // creating one takes longer than using it

/** Format a number in the current language. */
export function number(value: number, places?: number): string {
  const format =
    formats.get(places) ??
    new Intl.NumberFormat(language, { minimumFractionDigits: places, maximumFractionDigits: places ?? 2 })
  formats.set(places, format)
  return format.format(value)
}

/** Format a percentage as in pictures and on the command line. */
export const percent = (value: number) => `${number(value, 2)}\u00a0%`

/** Format the day of a time in the current language. */
export const date = (time: string | number) =>
  new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(new Date(time))
