import sanscript from '@indic-transliteration/sanscript'

/** The types of the package know no default export. */
const transliterate = (sanscript as unknown as { t(text: string, from: string, to: string): string }).t

/** Unicode ranges of the scripts of India that are read, as the transliterator calls them. */
const scripts: readonly (readonly [from: number, to: number, scheme: string])[] = [
  [0x900, 0x97f, 'devanagari'],
  [0x980, 0x9ff, 'bengali'],
  [0xa00, 0xa7f, 'gurmukhi'],
  [0xa80, 0xaff, 'gujarati'],
  [0xb00, 0xb7f, 'oriya'],
  [0xb80, 0xbff, 'tamil'],
  [0xc00, 0xc7f, 'telugu'],
  [0xc80, 0xcff, 'kannada'],
  [0xd00, 0xd7f, 'malayalam'],
]

/** The script of a word, null for others than those of India. */
export function scriptOf(word: string): string | null {
  const code = word.codePointAt(0) ?? 0
  return scripts.find(([from, to]) => code >= from && code <= to)?.[2] ?? null
}

/** Letters of Malayalam that stand for a consonant without a vowel, and a doubled r that is spoken as a t, which the transliterator does not know. */
const chillus: Readonly<Record<string, string>> = { റ്റ: 'ട്ട', ற்ற: 'ட்ட', ൺ: 'ണ്', ൻ: 'ന്', ർ: 'ര്', ൽ: 'ല്', ൾ: 'ള്', ൿ: 'ക്' }

/** Returns a word of an Indian script in Devanagari. */
export const inDevanagari = (word: string, script: string): string =>
  script === 'devanagari'
    ? word
    : transliterate(
        word.replace(/റ്റ|ற்ற|[ൺൻർൽൾൿ]/g, (letter) => chillus[letter] ?? letter),
        script,
        'devanagari',
      )

/** Short vowels of the south, which Hindi does not have. */
const shortVowels: Readonly<Record<string, string>> = { ऎ: 'ए', ऒ: 'ओ', 'ॆ': 'े', 'ॊ': 'ो' }
const tamilSounds: Readonly<Record<string, string>> = { bh: 'p', gh: 'k', dh: 't', jh: 's' }

/** Returns a word of an Indian script in Latin letters, about as English would write its sound. */
export function inLatin(word: string): string {
  const script = scriptOf(word)
  if (!script) return word
  const devanagari = inDevanagari(word, script)
    .normalize('NFD')
    .replace(/[ऎऒॆॊ़]/g, (sign) => shortVowels[sign] ?? '')
  const latin = transliterate(devanagari, 'devanagari', 'hk')
  // Tamil has one letter for k and g, t and d, p and b; the transliterator takes it for the rarest sound.
  const read =
    script === 'tamil' ? latin.replace(/[bgdj]h/gi, (sign) => tamilSounds[sign.toLowerCase()] ?? sign) : latin
  return read
    .replace(/ph?/g, (sign) => (sign === 'ph' ? 'f' : 'p'))
    .replace(/[GJNM]/g, 'n')
    .replace(/[zS]/g, 's')
    .toLowerCase()
    .replace(/c+h?/g, 'ch')
    .replace(/[^a-z]|(?<=..)a$/g, '')
}

/** "git" and "get" have no j. */
export const hardSoundOf = (word: string): string => soundOf(word.replace(/g(?=[ei])/g, '2'))

/** What English letters sound like, and those that Indian spellings exchange. The order matters. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/tch|ch/g, '1'],
  [/tion|sion/g, 'sn'],
  [/ph/g, 'f'],
  [/ck/g, 'k'],
  [/sch|sh|sc(?=[ei])/g, 's'],
  [/gn$|ng$/g, 'n'],
  [/c(?=[eiy])/g, 's'],
  [/[cq]/g, 'k'],
  [/x/g, 'ks'],
  [/[zj]|g(?=[ei])/g, 'j'],
  [/w/g, 'v'],
  [/m(?=[pb])|[nm](?=[kgtdc])/g, 'n'],
  [/1/g, 'c'],
  [/2/g, 'g'],
  [/(?!^y)[aeiouyh]/g, ''],
  [/(.)\1+/g, '$1'],
]

/**
 * The consonants of a word, those that Hindi and English spelling exchange brought together: "फ्लटर" and "flutter" are "fltr".
 * Too coarse for English typos; tells which English word stands in an Indian script.
 */
export function soundOf(word: string): string {
  // a g of these scripts is never a j
  const latin = scriptOf(word) ? inLatin(word).replace(/g(?!$)/g, '2') : word
  return sounds.reduce((out, [form, to]) => out.replace(form, to), latin)
}

/** The same for scripts such as Tamil's, which write p and b, t and d, k and g alike. */
export const looseSoundOf = (word: string): string =>
  soundOf(word)
    .replace(/[bf]/g, 'p')
    .replace(/d/g, 't')
    .replace(/g/g, 'k')
    .replace(/[cj]/g, 's')
    .replace(/(.)\1+/g, '$1')
