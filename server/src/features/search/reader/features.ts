import { normalise, scriptOf } from '../engine/words/words.ts'

/** A word of a question with what the reader looks at. */
export type Token = {
  word: string
  /** the sign that stands before it: comma, end of a sentence, quote, slash, bracket, other sign of markup; "" without one */
  before: '' | ',' | '.' | '?' | '"' | '/' | '(' | '<'
  /** written with a capital where other words are not */
  capital: boolean
  /** a course has its stem */
  taught: boolean
  /** part of a name that the lexicon has */
  topic: boolean
  /** an English word */
  english: boolean
}

/** What is known about words where a question is read. */
export type WordFacts = {
  isTaught: (word: string) => boolean
  isEnglish: (word: string) => boolean
  /** for each word whether a name of the lexicon covers it */
  topicsIn: (words: readonly string[]) => readonly boolean[]
}

/** Words that are read of a question: more than the longest honest one has. */
const mostTokens = 64
const pieces = /[\p{L}\p{M}\p{N}]+|'\s?;|[,;:.!?।"“”‘([{/|<>=$%\\]/gu

const signs = new Map<string, Token['before']>(
  Object.entries({
    ',:': ',',
    ';.!।': '.',
    '?': '?',
    '"“”‘': '"',
    '/|': '/',
    '([': '(',
    '{<>=$%\\': '<',
  } as const).flatMap(([pieces, sign]) => [...pieces].map((piece) => [piece, sign] as const)),
)

/** Returns the words of a normalised text with the signs before them, at most 64; facts are still to be added. */
export function splitWords(text: string): Pick<Token, 'word' | 'before'>[] {
  const found: Pick<Token, 'word' | 'before'>[] = []
  let before: Token['before'] = ''
  for (const [piece] of text.matchAll(pieces)) {
    const sign = signs.get(piece) ?? (piece.startsWith("'") ? '<' : undefined)
    if (sign !== undefined) {
      if (before !== '<') before = sign
      continue
    }
    if (found.length === mostTokens) break
    found.push({ word: piece, before })
    before = ''
  }
  return found
}

/** Returns the tokens of a question. `written` keeps the capitals, `text` may lack parts that others have read, as prices. */
export function tokensOf(written: string, text: string, facts: WordFacts): Token[] {
  const split = splitWords(normalise(text))
  const words = split.map(({ word }) => word)
  const capitals = capitalsIn(written)
  const topics = facts.topicsIn(words)
  return split.map(({ word, before }, at) => ({
    word,
    before,
    capital: capitals.has(word),
    taught: facts.isTaught(word),
    topic: topics[at] ?? false,
    english: scriptOf(word) === null && facts.isEnglish(word),
  }))
}

/** Words with a capital, in lower case; none where all have one, or only the first. */
function capitalsIn(written: string): ReadonlySet<string> {
  const words = written.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const capital = words.filter((word, at) => at > 0 && /^\p{Lu}/u.test(word))
  if (capital.length === 0 || capital.length === words.length - 1) return new Set()
  const first = words[0] ?? ''
  return new Set(
    [...capital, ...(/^\p{Lu}/u.test(first) && words[1] === capital[0] ? [first] : [])].map((word) =>
      word.toLowerCase(),
    ),
  )
}

/** Features are hashed into so many buckets: for words, and for whole questions. */
export const wordBuckets = 1 << 16
export const questionBuckets = 1 << 14

/** How often people say a word when they ask for anything, as a class from 0 (never) to 4. */
export type Frequency = (word: string) => number

const start = 0x811c9dc5
const prime = 0x01000193

function hashOf(text: string, seed: number): number {
  let hash = Math.imul(start ^ seed, prime)
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), prime)
  return hash ^ (hash >>> 15)
}

const join = (a: number, b: number, kind: number): number => {
  const hash = Math.imul(Math.imul(a, 0x85ebca6b) ^ Math.imul(b + kind, 0xc2b2ae35), prime)
  return hash ^ (hash >>> 13)
}

const scriptClass = (word: string): number => {
  if (/^\d+$/.test(word)) return 1
  if (/\d/.test(word)) return 2
  const script = scriptOf(word)
  if (script === 'devanagari') return 3
  if (script !== null) return 4
  return /^[a-z]+$/.test(word) ? 0 : 5
}

/** What is known of a word besides its letters, as one number. */
const factsOf = ({ word, taught, topic, english }: Token, frequency: Frequency): number =>
  (taught ? 1 : 0) | (topic ? 2 : 0) | (english ? 4 : 0) | (frequency(word) << 3) | (scriptClass(word) << 6)

const [before, after] = [hashOf('before', 1), hashOf('after', 1)]

/** Returns for each token the buckets of its features. */
export function featuresOf(tokens: readonly Token[], frequency: Frequency): number[][] {
  const words = tokens.map(({ word }) => hashOf(word, 2))
  const facts = tokens.map((token) => factsOf(token, frequency))
  const word = (at: number): number =>
    at < 0 ? before - at : at >= words.length ? after + at - words.length : (words[at] ?? 0)
  const fact = (at: number): number => facts[at] ?? (at < 0 ? 4095 : 4094)
  const length = tokens.length
  const size = length <= 3 ? length : length <= 6 ? 4 : length <= 12 ? 5 : 6
  return tokens.map((token, at) => {
    const own = word(at)
    const found = [
      own,
      join(word(at - 1), 0, 3),
      join(word(at + 1), 0, 4),
      join(word(at - 2), 0, 5),
      join(word(at + 2), 0, 6),
      join(word(at - 1), own, 7),
      join(own, word(at + 1), 8),
      join(word(at - 2), word(at - 1), 9),
      join(word(at + 1), word(at + 2), 10),
      join(word(at - 1), word(at + 1), 11),
      join(word(at - 3), word(at - 2), 25),
      join(fact(at), 0, 12),
      join(fact(at), fact(at - 1), 13),
      join(fact(at), fact(at + 1), 14),
      join(join(fact(at - 1), fact(at), 15), fact(at + 1), 15),
      join(word(at - 1), fact(at), 16),
      join(word(at + 1), fact(at), 17),
      join(join(word(at - 2), word(at - 1), 18), fact(at) & 7, 18),
      join(size, at === 0 ? 1 : at === length - 1 ? 2 : 0, 19),
      join(size, fact(at), 20),
      join(signOf(token.before), 0, 21),
      join(signOf(tokens[at + 1]?.before ?? ''), at === length - 1 ? 1 : 0, 22),
      join(signOf(token.before), own, 23),
      join(token.capital ? 1 : 0, tokens[at - 1]?.capital ? 1 : 0, 24),
      join(token.capital ? 1 : 0, tokens[at + 1]?.capital ? 1 : 0, 26),
    ]
    // what stands further away: "not", "or", "from"
    for (let back = 2; back <= 5; back++) if (at >= back) found.push(join(word(at - back), 0, 40))
    for (let on = 2; on <= 4; on++) if (at + on < length) found.push(join(word(at + on), 0, 41))
    const letters = `^${token.word.slice(0, 14)}$`
    for (let from = 0; from + 3 <= letters.length; from++) found.push(hashOf(letters.slice(from, from + 3), 27))
    found.push(hashOf(token.word.slice(-2), 28), hashOf(token.word.slice(-3), 29), hashOf(token.word.slice(0, 4), 30))
    return found.map((hash) => hash & (wordBuckets - 1))
  })
}

const signOf = (sign: string): number => (sign === '' ? 0 : sign.charCodeAt(0))

/** Returns the buckets of a whole question: its words, those with a role other than frame by their role alone, and what is known. */
export function questionFeaturesOf(tokens: readonly Token[], roles: readonly string[], frequency: Frequency): number[] {
  const keys = tokens.map(({ word, before }, at) => {
    const role = roles[at] ?? 'F'
    return hashOf(role === 'F' ? word : role, role === 'F' ? 31 : 32) ^ (before === '<' ? 77 : 0)
  })
  const joined = keys.filter((key, at) => key !== keys[at - 1] || roles[at] === 'F')
  const found = [start, ...joined.map((key) => join(key, 0, 33))]
  for (let at = 0; at <= joined.length; at++) {
    found.push(join(joined[at - 1] ?? before, joined[at] ?? after, 34))
    if (at >= 1) found.push(join(join(joined[at - 2] ?? before, joined[at - 1] ?? 0, 35), joined[at] ?? after, 35))
  }
  for (const [at, token] of tokens.entries()) {
    // what is bought and what is learned differ by the words themselves as well
    if (roles[at] !== 'F') found.push(hashOf(token.word, 36), join(factsOf(token, frequency), 0, 37))
    if (token.before !== '') found.push(join(signOf(token.before), 0, 38))
  }
  const share = tokens.filter((_, at) => roles[at] === 'F').length / Math.max(1, tokens.length)
  found.push(join(Math.round(share * 4), Math.min(8, tokens.length), 39))
  return [...new Set(found.map((hash) => hash & (questionBuckets - 1)))]
}
