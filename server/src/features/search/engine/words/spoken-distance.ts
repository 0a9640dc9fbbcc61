/** English spellings by what they sound like, vowels kept. The order matters. */
const spokenForms: readonly (readonly [RegExp, string])[] = [
  [/tch|ch/g, 'C'],
  [/tion|sion/g, 'San'],
  [/sch|sh/g, 'S'],
  [/ph/g, 'f'],
  [/ck|q/g, 'k'],
  [/sc(?=[eiy])|c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/x/g, 'ks'],
  [/gu(?=[ei])/g, 'g'],
  [/g(?=[ey])/g, 'j'],
  [/z/g, 'j'],
  [/w/g, 'v'],
  [/eu|ew/g, 'yu'],
  [/oo|ou/g, 'u'],
  [/ee|ea/g, 'i'],
  [/[ae]i|[ae]y/g, 'e'],
  [/au|oa|ow/g, 'o'],
  [/(?<=[^aeiou])y/g, 'i'],
  [/(?<=..[^aeiou])e$/g, ''],
  [/(.)\1+/g, '$1'],
]
const spoken = (word: string): string => spokenForms.reduce((out, [form, to]) => out.replace(form, to), word)
/** Words of the scripts of India are written as they sound: only long vowels and what two letters write for one sound. */
const writtenForms: readonly (readonly [RegExp, string])[] = [
  [/ch/g, 'C'],
  [/sh/g, 'S'],
  [/z/g, 'j'],
  [/w/g, 'v'],
  [/[ae]i/g, 'e'],
  [/au/g, 'o'],
  [/(.)\1+/g, '$1'],
]
const written = (word: string): string => writtenForms.reduce((out, [form, to]) => out.replace(form, to), word)

const isVowel = (letter: string): boolean => /[aeiou]/.test(letter)
/** Consonants that are heard or written for each other. */
const near = new Set(
  'sS vb td jg kC js jS nm fp bp kg sC SC yi'.split(' ').flatMap((pair) => [pair, [...pair].reverse().join('')]),
)
/** Vowels that English writes for each other; others differ more. */
const nearVowels = new Set('ae ei ou oa au ai'.split(' ').flatMap((pair) => [pair, [...pair].reverse().join('')]))
const costs = { vowel: 0.5, lastVowel: 0.2, nearVowel: 0.25, otherVowel: 0.5, near: 0.6, silent: 0.6, consonant: 1.5 }
/** What a letter more or less costs: an h is hardly heard, and n is written as a sign. */
const lone = (letter: string, last: boolean): number => {
  if (isVowel(letter)) return last ? costs.lastVowel : costs.vowel
  return 'hyn'.includes(letter) ? costs.silent : costs.consonant
}

function exchange(a: string, b: string): number {
  if (a === b) return 0
  if (isVowel(a) && isVowel(b)) return nearVowels.has(a + b) ? costs.nearVowel : costs.otherVowel
  return near.has(a + b) ? costs.near : costs.consonant
}

/**
 * How differently a word of another script, in Latin letters, and an English one sound: vowels count less than consonants, as scripts
 * of India write those of English in many ways.
 */
export function spokenDistance(latin: string, english: string): number {
  const [a, b] = [written(latin), spoken(english)]
  let above = [0]
  for (const [at, letter] of [...b].entries()) above.push((above.at(-1) ?? 0) + lone(letter, at === b.length - 1))
  for (const [place, letter] of [...a].entries()) {
    const own = lone(letter, place === a.length - 1)
    const row = [(above[0] ?? 0) + own]
    for (const [at, against] of [...b].entries())
      row.push(
        Math.min(
          (above[at + 1] ?? 0) + own,
          (row[at] ?? 0) + lone(against, at === b.length - 1),
          (above[at] ?? 0) + exchange(letter, against),
        ),
      )
    above = row
  }
  return above.at(-1) ?? 0
}
