/** Copying of links. */

import { announce } from "./announce"
import { t } from "./i18n"

/** Put a text on the clipboard and say so; return whether it is there. */
export async function copyText(text: string): Promise<boolean> {
  const isCopied = isSecureContext ? await written(text) : copiedBySelecting(text)
  announce(isCopied ? t("Copied.") : t("Copying is not possible here."))
  return isCopied
}

async function written(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false // the person does not permit it
  }
}

/** Copy as one does by hand: a page that is not served securely may do nothing else. */
function copiedBySelecting(text: string): boolean {
  const before = document.activeElement as HTMLElement | null
  const field = document.createElement("textarea")
  field.value = text
  field.readOnly = true
  field.className = "for-ears"
  const within = before?.closest("[role=dialog]") ?? document.body // which keeps the focus to itself
  within.append(field)
  field.select()
  const isCopied = document.execCommand("copy")
  field.remove()
  before?.focus()
  return isCopied
}
