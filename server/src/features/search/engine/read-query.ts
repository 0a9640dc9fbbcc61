import type { Level } from '@virtual-courses/contract'
import type { CompiledLexicon } from './words/lexicon.ts'
import { findPhrase, inPhrase, normalise, wordsOf } from './words/words.ts'

/** What a search states besides its subject. Prices in rupees and lengths in minutes, both ends included. */
export type StatedFilters = {
  free: boolean
  /** the cheapest of what fits come first */
  cheap: boolean
  minPrice: number | null
  maxPrice: number | null
  minMinutes: number | null
  maxMinutes: number | null
  level: Level | null
  /** one whose courses are lifted: not stated, but likely */
  levelHint: Level | null
  /** courses taught in Hindi come first */
  inHindi: boolean
}

/** Words begin and end here, in every script: "founder 101" has no "under", "takeaways" no "tak". */
const begin = String.raw`(?<![\p{L}\p{M}\p{N}])`
const end = String.raw`(?![\p{L}\p{M}\p{N}])`
/** What numbers count besides rupees: "within 6 months" is no price. */
const counted =
  'sec|seconds?|min|mins|minutes?|hrs?|hours?|days?|weeks?|weekends?|months?|years?|yrs?|din|dino|hafte|mahine|mahino|saal|ghante|ghanto|दिन|दिनों|हफ्ते|महीने|महीनों|साल|घंटे|घंटों|lectures?|lessons?|videos?|steps?|pages?|people|students?|kg|km|percent|%'
const number = String.raw`(?:₹|rs\.?|inr|rupees?)?\s*(\d[\d,]*(?:\.\d+)?)\s*(k|thousand|hazar|hazaar|हजार|हज़ार|hundred|sau|सौ|lakh)?`
const money = String.raw`\s*(?:/-|₹|rs\.?|inr|rupees?|rupaye|rupay|rupye|bucks|रुपये|रुपए|रूपये|रु)?`
const amount = String.raw`${number}${money}${end}(?![.,]\d|\s*(?:${counted})${end})`
const most = String.raw`(?:${begin}(?:under|below|less than|lesser than|lower than|not more than|no more than|up\s?to|upto|within|at most|max(?:imum)?(?: of| price)?|cheaper than|budget(?: of| is)?|inside|not above|not over|not exceeding|until|till|in just|for just|only for|price under)|<=?)`
const least = `(?:${begin}(?:above|over|more than|greater than|at least|min(?:imum)?(?: of| price)?|costlier than|higher than|starting from)|>=?)`
const pattern = (source: string): RegExp => new RegExp(source.normalize('NFKC'), 'u')
const between = pattern(String.raw`${begin}(?:(?:between|from)\s*)?${amount}\s*(?:and|to|-|–|se)\s*${amount}`)
const upTo = pattern(String.raw`${most}\s*${amount}`)
const fromOn = pattern(String.raw`${least}\s*${amount}`)
/** Postpositions follow the number: "500 se kam", "500 के अंदर". */
const upToHindi = pattern(
  String.raw`${begin}${amount}\s*(?:(?:se|ke|से|के|की)\s*)?(?:kam|niche|neeche|andar|ander|tak|bhitar|under|or less|and below|or below|max|maximum|budget|कम|नीचे|अंदर|तक|भीतर)${end}(?:\s*(?:ki|ka|ke|की|का|के)?\s*(?:kimat|keemat|daam|price|कीमत|दाम))?`,
)
/** A number with a sign of money says what someone has. */
const sum = pattern(
  String.raw`(?:${begin}(?:for|in|me|mein)\s+)?(?:(?:₹|${begin}(?:rs\.?\s|rs\.?(?=\d)|inr\s?))(\d[\d,]*(?:\.\d+)?)\s*(k)?${end}(?:/-)?|${begin}(\d[\d,]*)\s*(k)?\s*(?:rupees?|rs${end}|inr${end}|rupaye|rupay|bucks|/-|रुपये|रुपए|रूपये|₹))`,
)
/** Words that limit other things as well: "max 5" and "3 under the hood" mean prices only from here on, or with a sign of money. */
const loose = new RegExp(
  `^(?:max(?:imum)?|min(?:imum)?|over|inside|within|until|till)${end}|${begin}(?:tak|under|max(?:imum)?)$`,
  'u',
)
const leastLoose = 50
const signOfMoney =
  /₹|\brs\b|rs\.|inr|rupee|rupay|rupye|bucks|\/-|रुप|रूप|रु|price|cost|budget|kimat|keemat|daam|कीमत|दाम|\d\s?k\b/

const times: Readonly<Record<string, number>> = {
  k: 1000,
  thousand: 1000,
  hazar: 1000,
  hazaar: 1000,
  हजार: 1000,
  ['हज़ार'.normalize('NFKC')]: 1000,
  hundred: 100,
  sau: 100,
  सौ: 100,
  lakh: 100_000,
}
/** Rupees as a number, capped for hundreds of digits. */
const rupees = (digits: string | undefined, unit: string | undefined): number =>
  Math.min(Number.MAX_SAFE_INTEGER, Number((digits ?? '').replaceAll(',', '')) * (times[unit ?? ''] ?? 1))

/** Takes prices out of a search; returns the text that remains. In rupees, both ends included. */
export function readPrices(input: string): { rest: string; minPrice: number | null; maxPrice: number | null } {
  let rest = normalise(input)
    .replace(/\s+/g, ' ')
    .replace(/(\d) (?=000\b)/g, '$1')
  let minPrice: number | null = null
  let maxPrice: number | null = null
  const take = (form: RegExp): RegExpExecArray | null => {
    const found = form.exec(rest)
    if (found && !isPrice(found, rest)) return null
    if (found) rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`
    return found
  }
  const range = between.exec(rest)
  if (range && isRangeOfPrices(range, rest)) {
    const [low, high] = [rupees(range[1], range[2] ?? range[4]), rupees(range[3], range[4])]
    if (low < high) {
      take(between)
      return { rest, minPrice: low, maxPrice: high }
    }
  }
  const highest = take(upTo) ?? take(upToHindi)
  if (highest) maxPrice = rupees(highest[1], highest[2])
  const lowest = take(fromOn)
  if (lowest) minPrice = rupees(lowest[1], lowest[2])
  if (maxPrice === null && minPrice === null) {
    const found = take(sum)
    if (found) maxPrice = rupees(found[1] ?? found[3], found[2] ?? found[4])
  }
  return { rest, minPrice, maxPrice }
}

/** "1 to 10" of something else is no price. */
const isRangeOfPrices = (range: RegExpExecArray, text: string): boolean =>
  rupees(range[3], range[4]) >= leastLoose && (/^between/.test(range[0]) || signOfMoney.test(text))

/** Nor are the "3" and "under" of "python 3 under the hood". */
const isPrice = (found: RegExpExecArray, text: string): boolean =>
  !loose.test(found[0]) || rupees(found[1], found[2]) >= leastLoose || signOfMoney.test(text)

/** The levels that a title states: "for beginners", "from zero to expert". */
export function levelsIn(title: string, { levels }: Pick<CompiledLexicon, 'levels'>): Level[] {
  const words = wordsOf(title).map(inPhrase)
  return [...new Set(levels.filter(([phrase]) => findPhrase(words, phrase)).map(([, level]) => level))]
}

/** Takes "free", "cheap" and levels out of the words; returns the words that remain. */
export function readFilters(
  words: readonly string[],
  lexicon: CompiledLexicon,
): { words: string[]; filters: Omit<StatedFilters, 'minPrice' | 'maxPrice' | 'minMinutes' | 'maxMinutes'> } {
  let rest = [...words]
  let compared = rest.map(inPhrase)
  let removedAt = 0
  const cut = (phrase: readonly string[]): boolean => {
    const [at, end] = findPhrase(compared, phrase) ?? [-1, -1]
    if (at < 0) return false
    const isPerson = rest[at - 1] === 'am' && rest[at - 2] === 'i'
    const isOfElse = lexicon.freeAfter.has(rest[at - 1] ?? '') || lexicon.freeOf.has(rest[at + 1] ?? '')
    if (phrase[0] === 'free' && (isPerson || isOfElse)) return false
    rest = [...rest.slice(0, at), ...rest.slice(end)]
    compared = rest.map(inPhrase)
    removedAt = at
    return true
  }
  let free = false
  for (const phrase of lexicon.free) free = cut(phrase) || free
  let cheap = false
  for (const phrase of lexicon.cheap) cheap = cut(phrase) || cheap
  // "beginner to advanced", "from zero to expert": all of them, and so none
  const found = new Set<Level>()
  let isRange = false
  for (const [phrase, stated] of lexicon.levels)
    while (cut(phrase)) {
      found.add(stated)
      if (rest[removedAt - 1] === 'to') isRange = true
    }
  const [level = null] = isRange || found.size > 1 ? [] : found
  let inHindi = false
  // "hindi" alone is a subject
  for (const phrase of lexicon.inHindi) if (rest.length > phrase.length) inHindi = cut(phrase) || inHindi
  return { words: rest, filters: { free, cheap, level, levelHint: null, inHindi } }
}
