/** Scripts in which a joiner between letters is part of the spelling. */
const joining = [
  'Arabic',
  'Bengali',
  'Devanagari',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Khmer',
  'Malayalam',
  'Mongolian',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Syriac',
  'Tamil',
  'Telugu',
  'Tibetan',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('')

const letter = /* @__PURE__ */ new RegExp(`^[${joining}]$`, 'u')
/** Signs that take the vowel of a letter: a joiner behind one makes another letter, as the chillus of Malayalam and khanda ta. */
const virama = /^[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]$/
const arabicLetter = /^\p{Script=Arabic}$/u
const mark = /^\p{M}$/u
const picture = /^\p{Extended_Pictographic}$/u
const endOfPicture = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u
const keycap = /^[\d#*]$/

/** Invisible characters: control, format and private characters, lone surrogates, fillers, and variation selectors. */
const unseen =
  /^(?:[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|\u034f|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])$/u

/**
 * Whether an invisible character is part of the spelling: ZWJ and ZWNJ between letters of a script that joins them, ZWJ where it gives
 * the last letter another form, and ZWJ and the variation selectors within an emoji. `base` is the last character that is no mark.
 */
function isSpelling(sign: string, before: string, base: string, after: string): boolean {
  if (sign === '\u200c' || sign === '\u200d') {
    if (before === '\u200c' || before === '\u200d') return false
    if ((letter.test(before) || (mark.test(before) && letter.test(base))) && letter.test(after)) return true
    if (sign === '\u200c') return false
    return virama.test(before) || arabicLetter.test(before) || (endOfPicture.test(before) && picture.test(after))
  }
  if (sign !== '\ufe0e' && sign !== '\ufe0f') return false
  return picture.test(before) || (keycap.test(before) && after === '\u20e3')
}

/**
 * Returns a name on one line, without characters that are invisible or change the direction of the text. Names that differ in such
 * characters only become equal.
 */
export function cleanName(name: string): string {
  const signs = [...name.replace(/[^\S\ufeff]+/gu, ' ')]
  let clean = ''
  let before = ''
  let base = ''
  for (const [at, sign] of signs.entries()) {
    if (unseen.test(sign) && !isSpelling(sign, before, base, signs[at + 1] ?? '')) continue
    clean += sign
    before = sign
    if (!mark.test(sign)) base = sign
  }
  return clean.replace(/ {2,}/g, ' ').trim()
}
