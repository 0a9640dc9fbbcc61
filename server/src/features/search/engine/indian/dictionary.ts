import { distance } from '../words/spelling.ts'
import { inDevanagari, inLatin, normalise, scriptOf, wordsIn } from '../words/words.ts'

/**
 * What a word or a phrase is in English; "" for words without a subject. `words` is how many of the text it takes, `exact` that
 * it is spelled just so, `plain` that it is as a
 * dictionary names it, `loose` that it is only near to what was typed, `everyday` that courses are seldom about it.
 */
export type Translation = {
  english: string
  words: number
  exact: boolean
  plain: boolean
  loose: boolean
  everyday: boolean
}

/** A dictionary of Hindi, and of words of other languages of India, by how they are written and by how they sound. */
export type IndianDictionary = {
  /** the longest entry that begins at this place of a text whose words are all in Devanagari */
  written(words: readonly string[], at: number): Translation | undefined
  /** the longest entry that sounds like the words in Latin letters at this place, the nearest to how they are typed */
  typed(words: readonly string[], at: number): Translation | undefined
}

/**
 * Lines `name, name = English`. Of Hindi those of `verbs` change as verbs do, those of `fixed` not at all. `loans` are English words that
 * are written otherwise than they sound, `others` words of other languages of India, and `otherLanguages` their words without a subject.
 */
export type DictionaryLines = {
  hindi: {
    fixed: readonly string[]
    pronouns?: readonly string[]
    postpositions?: readonly string[]
    verbs: readonly string[]
    nouns: Readonly<Record<string, readonly string[]>>
  }
  loans: readonly string[]
  others: readonly string[]
  otherLanguages: Readonly<Record<string, readonly string[]>>
}

const longestPhrase = 5
/** Groups of nouns that courses are seldom about. */
const everydayGroups = new Set(['life', 'common', 'units', 'places'])
/** "aaaa" is no word. */
const drawnOut = /(.)\1\1/
/** A word that sounds alike only loosely must be this near, and this long. */
const loose = { letters: 5, typos: 1 }

/** `form`: not as a dictionary names it, but plural, oblique or of a verb. */
type Sounding = { roman: string; folded: string; english: string; form: boolean; everyday: boolean }

/** Brings the lines into the form that a search needs. A word that is there twice means what comes first; plain forms come first. */
export function compileDictionary(lines: DictionaryLines): IndianDictionary {
  const written = new Map<string, string>()
  const bySound = new Map<string, Sounding[]>()
  const byLooseSound = new Map<string, Sounding[]>()

  function add(words: readonly Word[], { english, kind }: Pick<Entry, 'english' | 'kind'>, form = false): void {
    const phrase = words.map(({ devanagari }) => devanagari).join(' ')
    if (written.has(phrase)) return
    written.set(phrase, english)
    // English words are corrected where they are typed.
    if (kind === 'loan') return
    const roman = words.map((word) => word.roman).join(' ')
    const sounding = { english, form, everyday: kind === 'everyday' || kind === 'verb' }
    addSound(roman, sounding)
    // Few type the nasal at the end: "karen" is "kare".
    if (phrase.endsWith('ं')) addSound(roman.replace(/n$/, ''), sounding)
  }
  function addSound(roman: string, of: Pick<Sounding, 'english' | 'form' | 'everyday'>): void {
    const folded = foldPhrase(roman)
    const key = keyOf(folded)
    const alike = bySound.get(key) ?? []
    if (!alike.some((one) => one.roman === roman)) bySound.set(key, [...alike, { roman, folded, ...of }])
    if (roman.includes(' ') || roman.length < loose.letters || of.english === '') return
    const looseKey = looseSoundKey(key)
    byLooseSound.set(looseKey, [...(byLooseSound.get(looseKey) ?? []), { roman, folded, ...of }])
  }

  const entries = entriesOf(lines)
  const infinitives = new Set(entries.flatMap(({ words, kind }) => (kind === 'verb' ? words.at(-1)?.devanagari : [])))
  for (const entry of entries) add(entry.words, entry)
  // Of forms those of verbs come first: "karen" is of "karna".
  for (const entry of [...entries].sort((a, b) => Number(b.kind === 'verb') - Number(a.kind === 'verb'))) {
    const { words, kind } = entry
    if (kind === 'fixed' || kind === 'loan') continue
    const last = words.at(-1)?.devanagari ?? ''
    const isVerb = infinitives.has(last) && (kind === 'verb' || words.length > 1)
    for (const form of isVerb ? verbForms(last) : nounForms(last))
      add([...words.slice(0, -1), inHindi(form)], entry, true)
  }

  function longest(
    words: readonly string[],
    at: number,
    find: (phrase: readonly string[]) => Omit<Translation, 'words'> | undefined,
  ): Translation | undefined {
    for (let length = Math.min(longestPhrase, words.length - at); length > 0; length--) {
      const found = find(words.slice(at, at + length))
      if (found !== undefined) return { ...found, words: length }
    }
    return undefined
  }

  function sounding(phrase: readonly string[]): Omit<Translation, 'words'> | undefined {
    const typed = phrase.join(' ')
    if (drawnOut.test(typed)) return undefined
    const folded = foldPhrase(typed)
    const key = keyOf(folded)
    const alike = nearest(typed, folded, bySound.get(key) ?? [])
    if (alike)
      return {
        english: alike.english,
        exact: alike.typos === 0,
        plain: !alike.form,
        loose: false,
        everyday: alike.everyday,
      }
    if (phrase.length > 1 || typed.length < loose.letters) return undefined
    const near = nearest(typed, folded, byLooseSound.get(looseSoundKey(key)) ?? [])
    return near && near.typos <= loose.typos
      ? { english: near.english, exact: false, plain: false, loose: true, everyday: near.everyday }
      : undefined
  }

  return {
    written: (words, at) =>
      longest(words, at, (phrase) => {
        const english = written.get(phrase.join(' '))
        return english === undefined ? undefined : { english, exact: true, plain: true, loose: false, everyday: false }
      }),
    typed: (words, at) => longest(words, at, sounding),
  }
}

type Word = { devanagari: string; roman: string }
type Entry = { words: Word[]; english: string; kind: 'fixed' | 'verb' | 'noun' | 'everyday' | 'loan' }

const inHindi = (devanagari: string): Word => ({ devanagari, roman: romanOf(devanagari) })

function readWord(word: string): Word {
  const script = scriptOf(word)
  if (script === null) return { devanagari: word, roman: word }
  return script === 'devanagari' ? inHindi(word) : { devanagari: inDevanagari(word, script), roman: inLatin(word) }
}

function entriesOf({ hindi, loans, others, otherLanguages }: DictionaryLines): Entry[] {
  const { pronouns = [], postpositions = [] } = hindi
  const fillers = [
    ...Object.values(otherLanguages).flat(),
    ...pronouns.flatMap((one) => postpositions.map((behind) => one + behind)),
  ].map((word) => `${word} =`)
  const parts: readonly (readonly [lines: readonly string[], kind: Entry['kind']])[] = [
    [hindi.fixed, 'fixed'],
    [loans, 'loan'],
    ...Object.entries(hindi.nouns).map(
      ([group, lines]) => [lines, everydayGroups.has(group) ? 'everyday' : 'noun'] as const,
    ),
    [hindi.verbs, 'verb'],
    [others, 'fixed'],
    [fillers, 'fixed'],
  ]
  const named = parts.flatMap(([lines, kind]) =>
    lines.flatMap((line) => {
      const [names = '', english = ''] = line.split('=')
      return names.split(',').map((name) => ({ name, english: english.trim(), kind }))
    }),
  )
  // All names at once: bringing spellings together costs as much for a name as for all of them.
  const spelled = normalise(named.map(({ name }) => name.replace(/\s+/g, ' ')).join('\n')).split('\n')
  return named
    .map(({ english, kind }, at) => ({ words: wordsIn(spelled[at] ?? '').map(readWord), english, kind }))
    .filter(({ words }) => words.length > 0)
}

const foldPhrase = (phrase: string): string => phrase.split(' ').map(foldSound).join(' ')
const keyOf = (folded: string): string => folded.split(' ').map(soundKey).join(' ')

/** The first of those that are spelled most alike, with the typos between them. A short word must be spelled nearly the same. */
function nearest(typed: string, folded: string, all: readonly Sounding[]): (Sounding & { typos: number }) | undefined {
  let best: (Sounding & { typos: number; cost: number }) | undefined
  for (const one of all) {
    const typos = distance(folded, one.folded, 4)
    const letters = distance(typed, one.roman, 9)
    if (typos > Math.max(1, folded.length >> 1) || (typed.length < 4 && letters > 1)) continue
    const cost = typos + letters / 10
    if (!best || cost < best.cost) best = { ...one, typos, cost }
  }
  return best
}

const verbEnding = /न(?:ा|ी|े)$/
const afterConsonant = 'ना ने नी ता ते ती ें े ो ा ी ूं ूंगा ूंगी ेंगे ेगा ेगी िए िये कर के'.split(' ')
const afterVowel = 'ना ने नी ता ते ती एं ए ये यें ओ या यी ई ऊं ऊंगा ऊंगी एंगे एगा एगी येंगे इए इये कर के'.split(' ')

/** Forms of a verb by its infinitive, as `wordsOf` writes them: सीखना has सीखने, सीखें, सीखूंगा, सीख and others. */
export function verbForms(infinitive: string): string[] {
  const stem = infinitive.replace(verbEnding, '')
  if (stem === infinitive || stem === '') return []
  const endings = /[ािीुूेैोौ]$/.test(stem) ? afterVowel : afterConsonant
  return [...endings.map((ending) => stem + ending), ...(stem.length > 1 ? [stem] : [])]
}

/** Forms of a noun or an adjective: plural and the one before a postposition, which its last letter decides. */
const nounEndings: readonly (readonly [ending: RegExp, others: readonly string[]])[] = [
  [/ा$/, ['े', 'ों', 'ी', 'ाएं', 'ाओं', 'ियां', 'ियों']],
  [/[िी]$/, ['ियां', 'ियों', 'ी', 'ि']],
  [/[ुू]$/, ['ुओं', 'ुएं', 'ू', 'ु']],
  [/(?=$)/, ['ों', 'ें']],
]

export function nounForms(word: string): string[] {
  const found = nounEndings.find(([ending]) => ending.test(word))
  if (!found || word.length < 2) return []
  const base = word.replace(found[0], '')
  return found[1].map((ending) => base + ending).filter((form) => form !== word)
}

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
