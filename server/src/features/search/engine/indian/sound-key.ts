/** How Devanagari sounds, in the Latin letters that people type. Long vowels are doubled, so that what was typed can be compared. */
const consonants: Readonly<Record<string, string>> = {
  ...{ क: 'k', ख: 'kh', ग: 'g', घ: 'gh', ङ: 'n', च: 'ch', छ: 'chh', ज: 'j', झ: 'jh', ञ: 'n' },
  ...{ ट: 't', ठ: 'th', ड: 'd', ढ: 'dh', ण: 'n', त: 't', थ: 'th', द: 'd', ध: 'dh', न: 'n', ऩ: 'n' },
  ...{ प: 'p', फ: 'ph', ब: 'b', भ: 'bh', म: 'm', य: 'y', र: 'r', ऱ: 'r', ल: 'l', ळ: 'l', ऴ: 'zh', व: 'v' },
  ...{ श: 'sh', ष: 'sh', स: 's', ह: 'h' },
}
const vowels: Readonly<Record<string, string>> = {
  ...{
    अ: 'a',
    आ: 'aa',
    इ: 'i',
    ई: 'ee',
    उ: 'u',
    ऊ: 'oo',
    ऋ: 'ri',
    ऎ: 'e',
    ए: 'e',
    ऍ: 'e',
    ऐ: 'ai',
    ऒ: 'o',
    ओ: 'o',
    ऑ: 'o',
    औ: 'au',
  },
}
const signs: Readonly<Record<string, string>> = {
  ...{
    'ा': 'aa',
    'ि': 'i',
    'ी': 'ee',
    'ु': 'u',
    'ू': 'oo',
    'ृ': 'ri',
    'े': 'e',
    'ॅ': 'e',
    'ॆ': 'e',
    'ै': 'ai',
    'ो': 'o',
    'ॉ': 'o',
    'ॊ': 'o',
    'ौ': 'au',
  },
}
const [virama, anusvara] = ['्', 'ं']

/**
 * Returns a word of Devanagari, as `wordsOf` writes it, in Latin letters, about as people type it: the vowel that is not
 * spoken at the end and between two syllables is left out ("karna", not "karana").
 */
export function romanOf(word: string): string {
  const letters = [...word.replaceAll('ज्ञ', 'ग्य')]
  const out: string[] = []
  for (const [at, letter] of letters.entries()) {
    const next = letters[at + 1] ?? ''
    const consonant = consonants[letter]
    if (consonant !== undefined) out.push(consonant, next === virama || next in signs ? '' : 'a')
    else if (letter === anusvara) out.push(/[पफबभवम]/.test(next) ? 'm' : 'n')
    else out.push(signs[letter] ?? vowels[letter] ?? (/[a-z0-9]/.test(letter) ? letter : ''))
  }
  return out
    .join('')
    .replace(/(?<=[aeiou].*[^aeiou])a$/, '')
    .replace(/(?<=[aeiou](?:[kgcjtdpb]h|[^aeiou]))a(?=(?:[kgcjtdpb]h|[^aeiou])[aeiou])/g, '')
}

/** Letters and groups of letters of one sound. The order matters. Upper case stands for consonants that are breathed. */
const folds: readonly (readonly [RegExp, string])[] = [
  [/(.)\1{2,}/g, '$1$1'],
  [/jny?|dny|gny|gn(?=[aeiou])/g, 'gy'],
  [/aa/g, 'a'],
  [/ee/g, 'i'],
  [/oo/g, 'u'],
  [/cch/g, 'ch'],
  [/chh?/g, 'C'],
  [/k+h/g, 'K'],
  [/g+h/g, 'G'],
  [/jh/g, 'J'],
  [/t+h/g, 'T'],
  [/d+h/g, 'D'],
  [/b+h/g, 'B'],
  [/ph|f/g, 'F'],
  [/ck|[cq]/g, 'k'],
  [/x/g, 'ks'],
  [/sh/g, 's'],
  [/z/g, 'j'],
  [/w/g, 'v'],
  [/m(?=[pbvBF])/g, 'n'],
  [/(?<=[aeiou])y(?=[aeiou])/g, ''],
  [/[ae]i/g, 'e'],
  [/[ao]u/g, 'o'],
  [/(.)\1+/g, '$1'],
]

/** A word in Latin letters without what people spell in several ways; two spellings of a word differ in an a at most. */
export const foldSound = (latin: string): string => folds.reduce((out, [form, to]) => out.replace(form, to), latin)

/** What spellings of one Hindi word share: "sikhna", "seekhna" and "sikhana" are "siKna". Takes what `foldSound` returns. */
export const soundKey = (folded: string): string => folded.replace(/(?<=.)a(?=.)/g, '')

/** The same for those who hear or type no breath, no nasal, no final vowel, and i for e. Takes a key of `soundKey`. */
export const looseSoundKey = (key: string): string =>
  key
    .toLowerCase()
    .replace(/(?<=..)a$/, '')
    .replace(/n(?=[^aeiou])/g, '')
    .replaceAll('e', 'i')
    .replaceAll('o', 'u')
    .replace(/(.)\1+/g, '$1')
