import { msg } from '@lingui/core/runtime-macro'
import { type InvoiceKind, indianStates, isStateCode } from '@virtual-courses/contract'
import type { Say, Sentence } from '#core/languages/language.ts'
import type { Paise } from '#ports/payments.ts'
import { type PaperDocument, paperLanguage } from '../papers/index.ts'
import type { Buyer, Line } from './documents.ts'
import type { Invoice } from './queries.ts'
import { documentZone, stateTaxName } from './rules.ts'

const titles: Record<InvoiceKind, Sentence> = {
  invoice: msg`Tax invoice`,
  receipt: msg`Receipt`,
  credit_note: msg`Credit note`,
}

const money = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
export const rupees = (paise: Paise): string => `₹${money.format(paise / 100)}`

const dateOf = (at: Date, say: Say): string =>
  new Intl.DateTimeFormat(say.locale, {
    timeZone: documentZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(at)

const stateOf = (code: string, say: Say): string[] =>
  isStateCode(code) ? [`${say(indianStates[code].name)} (${code})`] : []

const partyLines = ({ name, address, state, gstin }: Buyer, say: Say): string[] => [
  name,
  ...address.split('\n').filter((line) => line.trim() !== ''),
  ...stateOf(state, say),
  ...(gstin === '' ? [] : [`GSTIN ${gstin}`]),
]

/** What went back, not the act. */
const refund = msg({ message: 'Refund', context: 'noun' })

type Tax = { name: string; of: (line: Pick<Line, 'cgst' | 'sgst' | 'igst'>) => Paise; share: number }

/** The taxes that a document shows: none on receipts, and on credit notes for them. */
function taxesOf({ seller, placeOfSupply }: Invoice): Tax[] {
  if (seller.gstin === '') return []
  if (placeOfSupply !== seller.state) return [{ name: 'IGST', of: ({ igst }) => igst, share: 1 }]
  return [
    { name: 'CGST', of: ({ cgst }) => cgst, share: 2 },
    { name: stateTaxName(placeOfSupply), of: ({ sgst }) => sgst, share: 2 },
  ]
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
const percentOf = (percent: number, share: number): string => `${Math.round((percent * 1000) / share) / 1000} %`

/** What a course cost before its discount, which is part of a tax invoice (CGST Act, 2017, section 15 (3)). */
const discountOf = ({ list, amount }: Line, say: Say): string =>
  list > amount
    ? `\n${say(msg`Price ${{ price: rupees(list) }}, discount ${{ discount: rupees(list - amount) }}`)}`
    : ''

/**
 * What a document says, for paper and for the screen, in the language of who opens it or gets its mail. Its facts are stored and the
 * same in every language: names, titles, numbers, amounts, GSTIN, SAC and the names of taxes. Dates are India's.
 */
export function toPaper(invoice: Invoice, say: Say): PaperDocument {
  const { kind, seller, lines, refersTo } = invoice
  const taxes = taxesOf(invoice)
  const taxed = taxes.length > 0
  const percent = lines[0]?.percent ?? 0
  const right = { weight: 1, align: 'right' } as const
  return {
    language: paperLanguage(say),
    title: say(titles[kind]),
    issuedAt: invoice.issuedAt,
    facts: [
      { label: say(msg({ message: 'Number', context: 'of a document' })), value: invoice.number },
      { label: say(msg`Date`), value: dateOf(invoice.issuedAt, say) },
      ...(refersTo
        ? [
            {
              label: say(msg`Refers to`),
              value: say(msg`${{ number: refersTo.number }} of ${{ date: dateOf(refersTo.issuedAt, say) }}`),
            },
          ]
        : []),
      { label: say(msg`Order`), value: invoice.orderId },
      ...stateOf(invoice.placeOfSupply, say).map((value) => ({ label: say(msg`Place of supply`), value })),
    ],
    parties: [
      {
        heading: say(msg`Sold by`),
        lines: [...partyLines(seller, say), ...(seller.email === '' ? [] : [seller.email])],
      },
      { heading: say(msg`Bill to`), lines: partyLines(invoice.buyer, say) },
    ],
    table: {
      columns: [
        { title: say(msg`Course`), weight: 5 },
        ...(taxed
          ? [
              { title: 'SAC', weight: 1 },
              { title: say(msg`Taxable value`), ...right },
              ...taxes.map(({ name, share }) => ({ title: `${name} ${percentOf(percent, share)}`, ...right })),
            ]
          : []),
        { title: say(msg`Amount`), ...right },
      ],
      rows: lines.map((line) => [
        `${oneLine(line.title)}${discountOf(line, say)}`,
        ...(taxed ? [line.serviceCode, rupees(line.taxable), ...taxes.map(({ of }) => rupees(of(line)))] : []),
        rupees(line.amount),
      ]),
    },
    totals: [
      ...(taxed
        ? [
            { label: say(msg`Taxable value`), value: rupees(invoice.taxable) },
            ...taxes.map(({ name, of }) => ({ label: name, value: rupees(of(invoice)) })),
          ]
        : []),
      { label: say(kind === 'credit_note' ? refund : msg`Total`), value: rupees(invoice.amount), strong: true },
    ],
    foot: footOf(kind, taxed).map(say),
  }
}

function footOf(kind: InvoiceKind, taxed: boolean): Sentence[] {
  const tax = taxed
    ? msg`Prices include GST. Tax is not payable on reverse charge.`
    : msg`The seller is not registered for GST. No tax is charged.`
  const about = kind === 'credit_note' ? [msg`This amount goes back the way it was paid.`] : []
  return [...about, tax, msg`Made by a computer and valid without a signature.`]
}
