const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns the beginning of a text, at most `most` UTF-16 units long, which ends with a whole letter: no accent or vowel sign is lost. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  let end = 0
  // a little more than fits, so that its last letter is whole
  for (const { index, segment } of graphemes.segment(text.slice(0, most + 64))) {
    if (index + segment.length > most) break
    end = index + segment.length
  }
  return text.slice(0, end)
}
