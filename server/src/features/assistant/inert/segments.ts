import { visibleText } from './visible-text.ts'

/** A sentence, a line, or a part of one, and what comes after it. */
export type Segment = { text: string; end: ' ' | '\n' | '' }

/** After so many characters the next blank ends a segment; after `most`, the next character does. Numbers are not cut. */
const enough = 240
const most = 400
const longestNumber = 40
const endsNumber = (text: string): boolean => /(?:[\p{Nd}₹$€£%+(-]|percent|rs\.?|inr|usd)$/iu.test(text)

/** "Rs. 499" is one sentence. */
const endsSentence = (text: string): boolean => /[.!?।]$/.test(text) && !/(?:^|\P{L})rs\.$/iu.test(text)

/**
 * Cuts a text that comes in pieces into segments. Where it cuts depends on the text alone, not on the pieces: rules over
 * segments give the same answer whatever the pieces were.
 */
export function cutSegments() {
  let text = ''
  /** half of a character whose other half is still on its way */
  let half = ''

  const take = (end: Segment['end']): Segment => {
    const segment = { text, end }
    text = ''
    return segment
  }
  return {
    push(piece: string): Segment[] {
      const joined = half + piece
      half = /[\ud800-\udbff]$/.exec(joined)?.[0] ?? ''
      const segments: Segment[] = []
      for (const sign of visibleText(half ? joined.slice(0, -1) : joined)) {
        if (sign === '\n') segments.push(take('\n'))
        else if (sign === ' ') {
          if (text === '') continue
          if (endsSentence(text) || (text.length >= enough && !endsNumber(text))) segments.push(take(' '))
          else if (!text.endsWith(' ')) text += ' '
        } else {
          text += sign
          if (text.length >= most && (!endsNumber(text) || text.length >= most + longestNumber))
            segments.push(take(' '))
        }
      }
      return segments
    },
    rest: (): Segment[] => (text === '' ? [] : [take('')]),
  }
}
