/** Copying links. */

import { announce } from "./announce"
import { t } from "./i18n"

/** Copy a text to the clipboard and announce it; return whether it succeeded. */
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
    return false // the user denies permission
  }
}

/** Copy through a selection, the only way on pages without a secure context. */
function copiedBySelecting(text: string): boolean {
  const before = document.activeElement as HTMLElement | null
  const field = document.createElement("textarea")
  field.value = text
  field.readOnly = true
  field.className = "for-ears"
  const within = before?.closest("[role=dialog]") ?? document.body // a dialog traps the focus
  within.append(field)
  field.select()
  const isCopied = document.execCommand("copy")
  field.remove()
  before?.focus()
  return isCopied
}
