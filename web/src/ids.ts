/** Return a text that nothing else is called by; also where the page is not served securely, and `randomUUID` is missing. */
export const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-")
