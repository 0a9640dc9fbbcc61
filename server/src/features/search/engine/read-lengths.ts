import { courseLengths } from '@virtual-courses/contract/values/fields'
import { normalise } from './words/words.ts'

/** Minutes, both ends included; null without a limit. */
export type Lengths = { minMinutes: number | null; maxMinutes: number | null }

const begin = String.raw`(?<![\p{L}\p{M}\p{N}])`
const end = String.raw`(?![\p{L}\p{M}\p{N}])`
const count = String.raw`(\d{1,3}(?:\.\d{1,2})?|an?|one|two|three|four|five|six|half an|ek|do|teen|aadha|aadhe|एक|दो|तीन|आधे|आधा)`
const unit = `(minutes?|mins?|minat|hours?|hrs?|h|ghant[aeo]|ghanto?n|मिनट|घंटा|घंटे|घंटों)`
const amount = String.raw`${count}\s*-?${unit}${end}`
const most = String.raw`(?:under|below|less than|lesser than|fewer than|not more than|no more than|no longer than|not longer than|shorter than|up\s?to|within|at most|max(?:imum)?(?: of)?|<=?)`
const least = `(?:over|above|more than|longer than|at least|min(?:imum)?(?: of)?|>=?)`
const pattern = (source: string): RegExp => new RegExp(source.normalize('NFKC'), 'u')
const between = pattern(
  String.raw`${begin}(?:between|from)?\s*${count}\s*${unit}?\s*(?:and|to|-|–|se)\s*${amount}(?:\s+(?:long|ke beech))?`,
)
const upTo = pattern(String.raw`${begin}${most}\s+${amount}`)
const fromOn = pattern(String.raw`${begin}${least}\s+${amount}`)
/** Postpositions follow: "2 ghante se kam", "३० मिनट तक", "1 ghante ka". */
const upToHindi = pattern(
  String.raw`${begin}${amount}\s*(?:(?:se|ke|से|के)\s+(?:kam|chhot[aei]|andar|ander|bhitar|कम|छोटा|छोटे|छोटी|अंदर|भीतर)|tak|तक|or less|or shorter|max)${end}(?:\s*(?:ka|ki|ke|wala|wali|का|की|के|वाला)${end})?`,
)
const fromOnHindi = pattern(
  String.raw`${begin}${amount}\s*(?:(?:se|से)\s+(?:zyada|jyada|adhik|lamb[aei]|upar|ज्यादा|ज़्यादा|अधिक|लंबा|लंबे|लंबी|ऊपर)|or more|or longer)${end}`,
)
const about = pattern(String.raw`${begin}${amount}\s*(?:ka|ki|wala|wali|का|की|वाला|वाली)${end}`)
const before = String.raw`\s+(?=(?:[\p{L}\p{M}]+\s+){0,2}(?:course|class|कोर्स))`
const short = pattern(`${begin}(?:short|ch?hota|छोटा)${before}`)
const long = pattern(`${begin}(?:long|lamba|लंबा)${before}`)

/** As in the filters of the catalogue. */
const [shortMinutes, longMinutes] = [courseLengths.short[1] / 60, courseLengths.long[0] / 60]
/** How far "1 hour" may be exceeded. */
const slack = 1.25

const words: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  ek: 1,
  एक: 1,
  two: 2,
  do: 2,
  दो: 2,
  three: 3,
  teen: 3,
  तीन: 3,
  four: 4,
  five: 5,
  six: 6,
  'half an': 0.5,
  aadha: 0.5,
  aadhe: 0.5,
  आधा: 0.5,
  आधे: 0.5,
}
const isHours = (named: string): boolean => /^(h|ghan|घंट)/u.test(named)
const minutesOf = (value = '', named = ''): number => (words[value] ?? Number(value)) * (isHours(named) ? 60 : 1)

/** Takes how long a course may be out of a search; returns the text that remains. Never reads "in 60 minutes", which titles say. */
export function readLengths(input: string): Lengths & { rest: string } {
  let rest = input
  const lengths: Lengths = { minMinutes: null, maxMinutes: null }
  // what has no unit of time is left as it was written
  if (!/\d|hour|ghant|min|घं|मिन|short|ch?hot|छोट|long|lamb|लंब/iu.test(input)) return { rest, ...lengths }
  rest = normalise(input).replace(/[०-९]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x966))
  const take = (form: RegExp): RegExpExecArray | null => {
    const found = form.exec(rest)
    if (found) rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`
    return found
  }
  const range = take(between)
  if (range) {
    lengths.minMinutes = minutesOf(range[1], range[2] ?? range[4])
    lengths.maxMinutes = minutesOf(range[3], range[4])
    return { rest, ...lengths }
  }
  const highest = take(upTo) ?? take(upToHindi)
  if (highest) lengths.maxMinutes = minutesOf(highest[1], highest[2])
  const lowest = take(fromOn) ?? take(fromOnHindi)
  if (lowest) lengths.minMinutes = minutesOf(lowest[1], lowest[2])
  if (highest || lowest) return { rest, ...lengths }
  const near = take(about)
  if (near) lengths.maxMinutes = Math.round(slack * minutesOf(near[1], near[2]))
  else if (take(short)) lengths.maxMinutes = shortMinutes
  else if (take(long)) lengths.minMinutes = longMinutes
  else return { rest: input, ...lengths }
  return { rest, ...lengths }
}
