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

/** ZWJ and ZWNJ between letters of such a script, and ZWJ and the variation selector within an emoji. */
const needed = [
  `(?<=[${joining}])[\\u200c\\u200d](?=[${joining}])`,
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=\\p{Extended_Pictographic})\\ufe0f',
].join('|')

/** Invisible characters: control, format and private characters, lone surrogates, fillers, and variation selectors. */
const unseen =
  '[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2800\\u3164\\ufe00-\\ufe0f\\uffa0\\u{e0100}-\\u{e01ef}]'

const neededOrUnseen = /* @__PURE__ */ new RegExp(`(${needed})|${unseen}`, 'gu')

/**
 * Returns a name on one line, without characters that are invisible or change the direction of the text. Names that differ in such
 * characters only become equal.
 */
export const cleanName = (name: string): string =>
  name
    .replace(/[^\S\ufeff]+/gu, ' ')
    .replace(neededOrUnseen, (_one, keep: string | undefined) => keep ?? '')
    .replace(/ {2,}/g, ' ')
    .trim()
