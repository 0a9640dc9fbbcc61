const base = (language: string): string => language.split('-')[0]?.toLowerCase() ?? ''

/**
 * Returns the first of the wanted languages (BCP 47) that there is, in this or another region, or the first one there is; null of
 * none.
 */
export function chooseLanguage(languages: readonly string[], wanted: readonly string[]): string | null {
  for (const one of wanted) {
    const same = languages.find((own) => own.toLowerCase() === one.toLowerCase())
    const found = same ?? languages.find((own) => base(own) === base(one))
    if (found !== undefined) return found
  }
  return languages[0] ?? null
}
