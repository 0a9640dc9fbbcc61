/** Scripts in which a joiner between letters is part of spelling. */
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

/** ZWJ and ZWNJ where they join letters of such a script, ZWJ and the emoji selector where they make one emoji. */
const needed = [
  `(?<=[${joining}])[\\u200c\\u200d](?=[${joining}])`,
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=\\p{Extended_Pictographic})\\ufe0f',
].join('|')

/** What is not seen: control, format and private characters, halves of characters, fillers, and selectors of variants. */
const unseen =
  '[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2800\\u3164\\ufe00-\\ufe0f\\uffa0\\u{e0100}-\\u{e01ef}]'

const neededOrUnseen = /* @__PURE__ */ new RegExp(`(${needed})|${unseen}`, 'gu')

/**
 * A name as it is seen: on one line, without characters that are invisible or turn the direction of what follows. Two names that look
 * alike because of such characters become one.
 */
export const cleanName = (name: string): string =>
  name
    .replace(/[^\S\ufeff]+/gu, ' ')
    .replace(neededOrUnseen, (_one, keep: string | undefined) => keep ?? '')
    .replace(/ {2,}/g, ' ')
    .trim()
