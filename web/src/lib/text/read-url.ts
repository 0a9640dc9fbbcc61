/** Returns an address in its parts; null for what is none. `URL.canParse` is newer than the browsers that are supported. */
export function readUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
