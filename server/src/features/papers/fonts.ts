import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export type Weight = 'regular' | 'bold'

type FontFiles = {
  /** what is found of its package, and the file of a weight beside it */
  found: string
  file: (weight: Weight) => string
  /** what the font is for; other characters of its files are left to the fonts of their scripts */
  covers: RegExp
  /** its letters are reordered or change form when they are set */
  shaped?: true
}

const weightOf = (weight: Weight): number => (weight === 'bold' ? 700 : 400)

/** A part of Noto Sans as Fontsource splits it, or the Noto Sans of a script. */
const noto = (script: string, covers: RegExp, family = `noto-sans-${script}`): FontFiles => ({
  found: `@fontsource/${family}/package.json`,
  file: (weight) => `files/${family}-${script}-${weightOf(weight)}-normal.woff`,
  covers,
})
const shaped = (script: string, covers: RegExp, family?: string): FontFiles => ({
  ...noto(script, covers, family),
  shaped: true,
})
const everyCharacter = /^/u

/** Fonts in the order in which they are tried. A file is read when a document has a character that the font is for. */
const fonts = {
  latin: noto('latin', everyCharacter, 'noto-sans'),
  devanagari: shaped('devanagari', /[\p{scx=Devanagari}₹]/u, 'noto-sans'),
  greek: noto('greek', /\p{scx=Greek}/u, 'noto-sans'),
  'greek-ext': noto('greek-ext', /\p{scx=Greek}/u, 'noto-sans'),
  cyrillic: noto('cyrillic', /\p{scx=Cyrillic}/u, 'noto-sans'),
  'cyrillic-ext': noto('cyrillic-ext', /\p{scx=Cyrillic}/u, 'noto-sans'),
  bengali: shaped('bengali', /\p{scx=Bengali}/u),
  gujarati: shaped('gujarati', /\p{scx=Gujarati}/u),
  gurmukhi: shaped('gurmukhi', /\p{scx=Gurmukhi}/u),
  kannada: shaped('kannada', /\p{scx=Kannada}/u),
  malayalam: shaped('malayalam', /\p{scx=Malayalam}/u),
  oriya: shaped('oriya', /\p{scx=Oriya}/u),
  sinhala: shaped('sinhala', /\p{scx=Sinhala}/u),
  tamil: shaped('tamil', /\p{scx=Tamil}/u),
  telugu: shaped('telugu', /\p{scx=Telugu}/u),
  arabic: shaped('arabic', /\p{scx=Arabic}/u),
  hebrew: shaped('hebrew', /\p{scx=Hebrew}/u),
  han: {
    found: '@embedpdf/fonts-sc',
    file: (weight) => `../fonts/NotoSansHans-${weight === 'bold' ? 'Bold' : 'Regular'}.otf`,
    covers: /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\u3000-\u303f\uff00-\uffef]/u,
  },
  emoji: { ...noto('emoji', /[\p{Emoji}\p{Regional_Indicator}]/u, 'noto-emoji'), shaped: true },
  vietnamese: noto('vietnamese', everyCharacter, 'noto-sans'),
  'latin-ext': noto('latin-ext', everyCharacter, 'noto-sans'),
} satisfies Record<string, FontFiles>

/** Has a plain glyph for nearly every character, so that no name is shown as boxes. */
const last = {
  found: '@fontsource/unifontex/package.json',
  file: () => 'files/unifontex-latin-400-normal.woff',
  covers: everyCharacter,
} satisfies FontFiles

const all: Readonly<Record<string, FontFiles>> = { ...fonts, last }
export type FontName = keyof typeof fonts | 'last'
const names = Object.keys(fonts) as FontName[] // keys of a literal object

export const isShaped = (name: FontName): boolean => all[name]?.shaped === true

const require = createRequire(import.meta.url)

const paths = new Map<string, string>()

/** Returns the path of the file of a font. */
export function fontPath(name: FontName, weight: Weight): string {
  const key = `${name} ${weight}`
  const known = paths.get(key)
  if (known !== undefined) return known
  const { found, file } = all[name] ?? last
  const path = join(dirname(require.resolve(found)), file(weight))
  paths.set(key, path)
  return path
}

/** Tells whether a font has a letter for a character. */
export type HasLetter = (name: FontName, codePoint: number) => boolean

/** Invisible characters that may change the letters beside them. */
const unseen = /^(?:\u200c|\u200d|[\ufe00-\ufe0f])$/u
const isEmoji = /\p{Emoji_Presentation}|\ufe0f|\p{Regional_Indicator}/u
/** Signs of all scripts that stand in the font of the letters before them where it has them; figures and Latin signs do not. */
const neutral = /^(?![!-~])[\p{Script=Common}\p{Script=Inherited}]/u

const hasAll = (has: HasLetter, name: FontName, text: string): boolean =>
  [...text].every((sign) => unseen.test(sign) || has(name, sign.codePointAt(0) ?? 0))

function find(has: HasLetter, text: string): FontName | undefined {
  const [first = ''] = text
  return names.find((name) => fonts[name as keyof typeof fonts].covers.test(first) && hasAll(has, name, text))
}

/** A piece of text in one font. `drawn` is what is given to the font: another form of a letter that no font has. */
export type Piece = { font: FontName; text: string; drawn: string }

/** Chooses the font of what is read as one character, in pieces where no font has all of it. `before` is the font of the text before it. */
export function chooseFont(character: string, before: FontName | undefined, has: HasLetter): Piece[] {
  const whole = (font: FontName, drawn = character): Piece[] => [{ font, text: character, drawn }]
  if (isEmoji.test(character) && hasAll(has, 'emoji', character)) return whole('emoji')
  if (before && before !== 'last' && before !== 'emoji' && neutral.test(character) && hasAll(has, before, character))
    return whole(before)
  const found = find(has, character)
  if (found) return whole(found)
  // bold and italic letters of mathematics, letters in circles
  const plain = character.normalize('NFKC')
  const other = plain === character ? undefined : find(has, plain)
  if (other) return whole(other, plain)
  const signs = [...character]
  if (signs.length > 1) return signs.flatMap((sign) => chooseFont(sign, before, has))
  // without one in any font, the box of the first font stands for it
  return whole(hasAll(has, 'last', character) ? 'last' : 'latin')
}
