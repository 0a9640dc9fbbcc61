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
