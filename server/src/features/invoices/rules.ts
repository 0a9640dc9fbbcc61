import { type InvoiceKind, indianStates, isStateCode, stateOfGstin } from '@virtual-courses/contract'
import type { Paise } from '#ports/payments.ts'

/** A price with its taxes: `taxable` and the taxes add up to the price. CGST and SGST are equal, and zero where IGST is not. */
export type Taxes = { taxable: Paise; cgst: Paise; sgst: Paise; igst: Paise }

/** Time zone of documents, whatever TIME_ZONE is: India's financial year begins at its midnight, and the date of a document never changes. */
export const documentZone = 'Asia/Kolkata'

/** The Indian financial year of a time, from April to March: "2627" for 2026-27. */
export function financialYear(at: Date): string {
  const parts = new Intl.DateTimeFormat('en-u-ca-gregory', {
    timeZone: documentZone,
    year: 'numeric',
    month: 'numeric',
  })
    .formatToParts(at)
    .map(({ type, value }) => [type, Number(value)])
  const { year = 0, month = 0 }: { year?: number; month?: number } = Object.fromEntries(parts)
  const first = month >= 4 ? year : year - 1
  return [first, first + 1].map((one) => String(one % 100).padStart(2, '0')).join('')
}

/** A letter in the number keeps receipts and credit notes apart from invoices, whatever the series is. */
const letters: Record<InvoiceKind, string> = { invoice: '', receipt: 'R', credit_note: 'C' }

/** `VC/2627/000001`, `VC/2627/R000001`: at most 16 characters (CGST Rules, 2017, rule 46 (b)), with a series of at most 3. */
export const numberOf = (series: string, kind: InvoiceKind, year: string, count: number): string =>
  `${series}/${year}/${letters[kind]}${String(count).padStart(6, '0')}`

/**
 * Splits a price that contains its tax. `percent` has at most 2 decimals. Within a state CGST and SGST are exactly equal, half of the
 * rate each, rounded to the paisa; across states all is IGST. The taxable value is what they leave, so that the sum is the price.
 */
export function splitTax(amount: Paise, percent: number, intraState: boolean): Taxes {
  const rate = Math.round(percent * 100)
  const partOf = (share: number): Paise => Math.round((amount * rate) / (share * (10_000 + rate)))
  const [half, whole] = intraState ? [partOf(2), 0] : [0, partOf(1)]
  return { taxable: amount - 2 * half - whole, cgst: half, sgst: half, igst: whole }
}

export const untaxed = (amount: Paise): Taxes => ({ taxable: amount, cgst: 0, sgst: 0, igst: 0 })

/**
 * The state in which a service is supplied: where the buyer is registered, else their address on record, else the seller's state
 * (Integrated Goods and Services Tax Act, 2017, section 12 (2)).
 */
export const placeOfSupply = (buyer: { gstin: string; state: string }, sellerState: string): string =>
  buyer.gstin === '' ? buyer.state || sellerState : stateOfGstin(buyer.gstin)

/** Name of the tax of a state: in a territory without a legislature it is UTGST. */
export const stateTaxName = (state: string): 'SGST' | 'UTGST' =>
  isStateCode(state) && 'ut' in indianStates[state] ? 'UTGST' : 'SGST'

/** What is sold or credited of a line, with its taxes. */
export type Credited = Taxes & { amount: Paise }

/** All taxes together. */
export const taxOf = ({ cgst, sgst, igst }: Taxes): Paise => cgst + sgst + igst

/**
 * The taxes that a credit note for `back` of a line returns, when earlier ones returned `before`. They follow the cumulative amount: the
 * notes of a fully refunded line add up to its taxes. A part of one paisa cannot carry two equal taxes; another part does.
 */
export function taxesBack(line: Credited, before: Credited, back: Paise): Taxes {
  const amount = BigInt(before.amount + back)
  const due = (of: 'cgst' | 'igst'): Paise => Number((BigInt(line[of]) * amount) / BigInt(line.amount)) - before[of]
  // what is left afterwards must be able to carry the rest
  const least = line.cgst - before.cgst - Math.floor((line.amount - before.amount - back) / 2)
  const half = Math.min(Math.max(due('cgst'), least), Math.floor(back / 2))
  const whole = Math.min(due('igst'), back)
  return { taxable: back - 2 * half - whole, cgst: half, sgst: half, igst: whole }
}

/** The sums of lines. */
export function totalsOf(lines: readonly Credited[]): Credited {
  const sum = (of: (line: Credited) => Paise): Paise => lines.reduce((total, line) => total + of(line), 0)
  return {
    amount: sum(({ amount }) => amount),
    taxable: sum(({ taxable }) => taxable),
    cgst: sum(({ cgst }) => cgst),
    sgst: sum(({ sgst }) => sgst),
    igst: sum(({ igst }) => igst),
  }
}
