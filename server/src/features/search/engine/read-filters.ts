import type { Level } from '@virtual-courses/contract'
import type { CompiledLexicon } from './compile-lexicon.ts'
import { normalise } from './words-of.ts'

/** What a search states besides its subject. Prices in rupees, both ends included. */
export type StatedFilters = {
  free: boolean
  cheap: boolean
  minPrice: number | null
  maxPrice: number | null
  level: Level | null
  levelHint: Level | null
}

const number = String.raw`(?:₹|rs\.?|inr|rupees?)?\s*(\d[\d,]*(?:\.\d+)?)\s*(k|thousand|hazar|hazaar|हजार|हज़ार|hundred|sau|सौ|lakh)?\b`
const money = String.raw`\s*(?:/-|₹|rs\.?|inr|rupees?|rupaye|rupay|rupye|bucks|रुपये|रुपए|रूपये|रु)?`
const most = String.raw`(?:under|below|less than|lesser than|lower than|not more than|no more than|up\s?to|upto|within|at most|max(?:imum)?(?: of| price)?|cheaper than|budget(?: of| is)?|inside|<=?|not above|not over|not exceeding|until|till|in just|for just|only for|price under)`
const least =
  '(?:above|over|more than|greater than|at least|min(?:imum)?(?: of| price)?|costlier than|>=?|higher than|starting from)'
const between = new RegExp(
  String.raw`(?:between|from)?\s*${number}${money}\s*(?:and|to|-|–|se)\s*${number}${money}`,
  'u',
)
const upTo = new RegExp(String.raw`${most}\s*${number}${money}`, 'u')
const fromOn = new RegExp(String.raw`${least}\s*${number}${money}`, 'u')
/** Postpositions stand behind the number: "500 se kam", "500 के अंदर". */
const upToHindi = new RegExp(
  String.raw`${number}${money}\s*(?:(?:se|ke|से|के|की)\s*)?(?:kam|niche|neeche|andar|ander|tak|bhitar|under|or less|and below|or below|max|maximum|budget|कम|नीचे|अंदर|तक|भीतर)(?:\s*(?:ki|ka|ke|की|का|के)?\s*(?:kimat|keemat|daam|price|कीमत|दाम))?`,
  'u',
)
/** A number with a sign of money says what somebody has. */
const sum =
  /(?:(?:for|in|me|mein)\s+)?(?:(?:₹|rs\.?\s|rs\.?(?=\d)|inr\s?)(\d[\d,]*(?:\.\d+)?)\s*(k)?\b(?:\/-)?|\b(\d[\d,]*)\s*(k)?\s*(?:rupees?|rs\b|inr\b|rupaye|rupay|bucks|\/-|रुपये|रुपए|रूपये|₹))/u

const times: Readonly<Record<string, number>> = {
  k: 1000,
  thousand: 1000,
  hazar: 1000,
  hazaar: 1000,
  हजार: 1000,
  हज़ार: 1000,
  hundred: 100,
  sau: 100,
  सौ: 100,
  lakh: 100_000,
}
const rupees = (digits: string | undefined, unit: string | undefined): number =>
  Number((digits ?? '').replaceAll(',', '')) * (times[unit ?? ''] ?? 1)

/** "stress free" is not a price. */
const otherwiseFree = new Set([
  'stress',
  'error',
  'bug',
  'tax',
  'risk',
  'hands',
  'sugar',
  'gluten',
  'care',
  'hassle',
  'pain',
  'debt',
  'fear',
  'distraction',
  'duty',
  'ad',
  'ads',
  'feel',
])
/** Nor is "free time". */
const freeOf = new Set([
  'time',
  'hand',
  'style',
  'days',
  'hours',
  'evenings',
  'weekends',
  'period',
  'fire',
  'fall',
  'kick',
])

/** Takes prices, "free" and levels out of a search; answers the words that remain. */
export function readPrices(input: string): { rest: string; minPrice: number | null; maxPrice: number | null } {
  let rest = normalise(input).replace(/(\d)\s+(?=000\b)/g, '$1')
  let minPrice: number | null = null
  let maxPrice: number | null = null
  const take = (form: RegExp): RegExpExecArray | null => {
    const found = form.exec(rest)
    if (found) rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`
    return found
  }
  const range = between.exec(rest)
  if (range && looksLikeMoney(range, rest)) {
    const [low, high] = [rupees(range[1], range[2] ?? range[4]), rupees(range[3], range[4])]
    if (low < high) {
      take(between)
      return { rest, minPrice: low, maxPrice: high }
    }
  }
  const above = take(upTo) ?? take(upToHindi)
  if (above) maxPrice = rupees(above[1], above[2])
  const below = take(fromOn)
  if (below) minPrice = rupees(below[1], below[2])
  if (maxPrice === null && minPrice === null) {
    const found = take(sum)
    if (found) maxPrice = rupees(found[1] ?? found[3], found[2] ?? found[4])
  }
  return { rest, minPrice, maxPrice }
}

/** "1 to 10" of something else is no price. */
const looksLikeMoney = (range: RegExpExecArray, text: string): boolean =>
  rupees(range[3], range[4]) >= 50 &&
  (/^between/.test(range[0]) || /₹|\brs\b|rs\.|inr|rupee|price|cost|budget|\dk\b/.test(text))

/** Takes stated phrases out of the words. `price` of 0 is free. */
export function readFilters(
  words: readonly string[],
  lexicon: CompiledLexicon,
): { words: string[]; filters: Omit<StatedFilters, 'minPrice' | 'maxPrice'> } {
  let rest = [...words]
  let removedAt = 0
  const cut = (phrase: readonly string[], keep = false): boolean => {
    const at = placeOf(rest, phrase)
    if (at < 0) return false
    if (phrase[0] === 'free' && (otherwiseFree.has(rest[at - 1] ?? '') || freeOf.has(rest[at + 1] ?? ''))) return false
    if (!keep) rest = [...rest.slice(0, at), ...rest.slice(at + phrase.length)]
    removedAt = at
    return true
  }
  let free = false
  for (const phrase of lexicon.free) free = cut(phrase) || free
  let cheap = false
  for (const phrase of lexicon.cheap) cheap = cut(phrase) || cheap
  let level: Level | null = null
  for (const [phrase, stated] of lexicon.levels) {
    while (cut(phrase)) {
      level ??= stated
      // "for absolute beginners"
      if (lexicon.degrees.has(rest[removedAt - 1] ?? '')) rest.splice(removedAt - 1, 1)
    }
  }
  let levelHint: Level | null = null
  for (const [phrase, hinted] of lexicon.levelHints) {
    if (cut(phrase, rest.length === phrase.length)) levelHint ??= hinted
  }
  return { words: rest, filters: { free, cheap, level, levelHint } }
}

function placeOf(words: readonly string[], phrase: readonly string[]): number {
  for (let at = 0; at <= words.length - phrase.length; at++) {
    if (phrase.every((word, offset) => words[at + offset] === word)) return at
  }
  return -1
}
