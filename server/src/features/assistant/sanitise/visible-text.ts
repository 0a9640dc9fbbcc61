/**
 * What is not seen but works: control and format characters (direction, zero width, tags), variation selectors, fillers, halves
 * of characters, and code points without a meaning.
 */
const hidden =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu
const lineEnds = /[\v\f\u0085\u2028\u2029]/gu
const blanks = /[^\S\n]/gu

/** The text as a reader sees it; of blanks only spaces and line breaks stay. Looks at each character alone, so a text may come in pieces. */
export const visibleText = (text: string): string =>
  text
    .replace(lineEnds, '\n')
    .replace(blanks, ' ')
    .replace(hidden, (one) => (one === '\n' ? one : ''))

/**
 * At most three combining marks on a letter. Before a normal form is made, too: it sorts the marks of a letter, and takes the
 * square of their number for that.
 */
const fewMarks = (text: string): string => text.replace(/(\p{M}{3})\p{M}+/gu, '$1')

/** The same with letters that only look different made one, so that rules over it cannot be passed by; on one line. */
export const plainLine = (text: string): string =>
  fewMarks(visibleText(fewMarks(visibleText(text)).normalize('NFKC')))
    .replace(/\s+/gu, ' ')
    .trim()
