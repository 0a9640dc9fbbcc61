import { loadVttCues } from '#lib/text/load-vtt-cues.ts'

/** A line of captions; times in seconds. */
export type TextCue = { start: number; end: number; text: string }

/** Loads the lines of captions, without those that say nothing. */
export const loadCues = async (url: string, signal: AbortSignal): Promise<TextCue[]> =>
  (await loadVttCues(url, signal)).flatMap((cue) => {
    const text = (cue.getCueAsHTML().textContent ?? '').trim()
    return text === '' ? [] : [{ start: cue.startTime, end: cue.endTime, text }]
  })

/** Returns the index of the last cue that has begun, by bisection; -1 before the first one. `cues` are in order of their start. */
export function cueAt(cues: readonly Pick<TextCue, 'start'>[], seconds: number): number {
  let [from, to] = [0, cues.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((cues[middle]?.start ?? 0) <= seconds) from = middle + 1
    else to = middle
  }
  return from - 1
}

/** Lower case of the same length, so that places in it are places in the text. */
const fold = (text: string): string =>
  [...text]
    .map((one) => {
      const lower = one.toLowerCase()
      return lower.length === one.length ? lower : one
    })
    .join('')

/** Returns a function that finds the cues with a text, whatever its case; none for an empty text. */
export function searchOf(cues: readonly TextCue[]): (query: string) => number[] {
  const folded = cues.map(({ text }) => fold(text))
  return (query) => {
    const wanted = fold(query.trim())
    return wanted === '' ? [] : folded.flatMap((text, index) => (text.includes(wanted) ? [index] : []))
  }
}

/** Splits a text into the parts that match the query and those between them. */
export function markMatches(text: string, query: string): { text: string; match: boolean }[] {
  const wanted = fold(query.trim())
  if (wanted === '') return [{ text, match: false }]
  const folded = fold(text)
  const parts: { text: string; match: boolean }[] = []
  let from = 0
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, from)) {
    if (at > from) parts.push({ text: text.slice(from, at), match: false })
    parts.push({ text: text.slice(at, at + wanted.length), match: true })
    from = at + wanted.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), match: false })
  return parts
}
