type Chosen = { captions: boolean; captionLanguage: string | null }

const base = (language: string): string => language.split('-')[0]?.toLowerCase() ?? ''

/**
 * The language to show: the one that was chosen, or the same language of another region; the reader's own, or the first there is,
 * when he wants captions and has chosen none yet. Null for none.
 */
export function chooseCaptions(
  languages: readonly string[],
  { captions, captionLanguage }: Chosen,
  readerLanguages: readonly string[],
): string | null {
  if (!captions) return null
  const match = (wanted: string): string | undefined =>
    languages.find((one) => one.toLowerCase() === wanted.toLowerCase()) ??
    languages.find((one) => base(one) === base(wanted))
  const wishes = captionLanguage === null ? readerLanguages : [captionLanguage, ...readerLanguages]
  for (const wish of wishes) {
    const found = match(wish)
    if (found !== undefined) return found
  }
  return languages[0] ?? null
}
