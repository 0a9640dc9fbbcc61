import { plainLine } from '#core/answers/sanitise-line.ts'

const amount = '\\p{Nd}(?:[\\p{Nd},.]*\\p{Nd})?'
const scale = '(?:\\s*(?:k|thousand|lakhs?|lacs?|crores?|hundred)(?![\\p{L}]))?'
const before = '(?:(?<!\\p{L})(?:rs\\.?|inr|usd|us\\$|eur)|[₹$€£])'
const after =
  '(?:(?:rs|inr|rupees?|rupaye|rupaya|rupay|usd|dollars?|eur|euros?|bucks|रुपये|रुपए|रुपया|रु)(?![\\p{L}\\p{M}])|[₹$€£]|/-)'
const words =
  'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|lakhs?|crores?|and|ek|do|sau|hazaar'

const stated = new RegExp(`${before}\\s*(${amount})${scale}(?:\\s*/-)?|(${amount})${scale}\\s*${after}`, 'giu')
const spelled = new RegExp(`(?:^|(?<!\\p{L})(?:(?:${words})[\\s-]+)+)${after}`, 'giu')
const reduced = /\p{Nd}+\s*(?:%|percent)\s*(?:off|discount|cashback|less)/giu

/** 1,299.00 and १२९९ are 1299. */
const plainNumber = (text: string): string =>
  String(
    Number(
      text
        .replace(/[^\p{Nd}.]/gu, '')
        .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
        .replace(/\.(?=.*\.)/g, ''),
    ),
  )

/** Unicode keeps the ten digits of a script side by side, from a multiple of two on. */
function digitValue(digit: string): number {
  let code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
    code--
    value++
  }
  return value
}

/** The amounts of money and other numbers that a message names itself. */
export const numbersIn = (message: string): ReadonlySet<string> =>
  new Set([...plainLine(message).matchAll(new RegExp(amount, 'gu'))].map(([text]) => plainNumber(text)))

/**
 * The line without prices, which are the server's to tell: a model may invent them, or repeat what a course's text claims.
 * Amounts that the reader named are kept, others become `listed`.
 */
export const withoutPrices = (line: string, named: ReadonlySet<string>, listed: string): string =>
  line
    .replace(stated, (whole: string, first?: string, second?: string) =>
      named.has(plainNumber(first ?? second ?? '')) ? whole : listed,
    )
    .replace(spelled, listed)
    .replace(reduced, listed)
    .replace(/[$€£]|₹(?!\s*\p{Nd})/gu, '')
