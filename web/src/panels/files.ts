/** Download of files to the user. */
export function save(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement("a")
  link.href = address
  link.download = name.replace(/[\\/:*?"<>|]+/g, "-")
  link.click()
  URL.revokeObjectURL(address)
}
