import { type InvoiceKind, indianStates, isStateCode } from '@virtual-courses/contract'
import type { Paise } from '#ports/payments.ts'
import type { Buyer, Line } from './documents.ts'
import type { PaperDocument } from './pdf/document.ts'
import type { Invoice } from './queries.ts'
import { documentZone, stateTaxName } from './rules.ts'

export const titleOf: Record<InvoiceKind, string> = {
  invoice: 'Tax invoice',
  receipt: 'Receipt',
  credit_note: 'Credit note',
}

const money = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
export const rupees = (paise: Paise): string => `₹${money.format(paise / 100)}`

const dateOf = (at: Date): string =>
  new Intl.DateTimeFormat('en-IN', { timeZone: documentZone, day: 'numeric', month: 'short', year: 'numeric' }).format(
    at,
  )

const stateOf = (code: string): string[] => (isStateCode(code) ? [`${indianStates[code].name} (${code})`] : [])

const partyLines = ({ name, address, state, gstin }: Buyer): string[] => [
  name,
  ...address.split('\n').filter((line) => line.trim() !== ''),
  ...stateOf(state),
  ...(gstin === '' ? [] : [`GSTIN ${gstin}`]),
]

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
const discountOf = ({ list, amount }: Line): string =>
  list > amount ? `\nPrice ${rupees(list)}, discount ${rupees(list - amount)}` : ''

/** Content of a document, for paper and screen; dates are in India's time zone. */
export function toPaper(invoice: Invoice): PaperDocument {
  const { kind, seller, lines, refersTo } = invoice
  const taxes = taxesOf(invoice)
  const taxed = taxes.length > 0
  const percent = lines[0]?.percent ?? 0
  const right = { weight: 1, align: 'right' } as const
  return {
    title: titleOf[kind],
    issuedAt: invoice.issuedAt,
    facts: [
      { label: 'Number', value: invoice.number },
      { label: 'Date', value: dateOf(invoice.issuedAt) },
      ...(refersTo ? [{ label: 'Refers to', value: `${refersTo.number} of ${dateOf(refersTo.issuedAt)}` }] : []),
      { label: 'Order', value: invoice.orderId },
      ...stateOf(invoice.placeOfSupply).map((value) => ({ label: 'Place of supply', value })),
    ],
    parties: [
      { heading: 'Sold by', lines: [...partyLines(seller), ...(seller.email === '' ? [] : [seller.email])] },
      { heading: 'Bill to', lines: partyLines(invoice.buyer) },
    ],
    table: {
      columns: [
        { title: 'Course', weight: 5 },
        ...(taxed
          ? [
              { title: 'SAC', weight: 1 },
              { title: 'Taxable value', ...right },
              ...taxes.map(({ name, share }) => ({ title: `${name} ${percentOf(percent, share)}`, ...right })),
            ]
          : []),
        { title: 'Amount', ...right },
      ],
      rows: lines.map((line) => [
        `${oneLine(line.title)}${discountOf(line)}`,
        ...(taxed ? [line.serviceCode, rupees(line.taxable), ...taxes.map(({ of }) => rupees(of(line)))] : []),
        rupees(line.amount),
      ]),
    },
    totals: [
      ...(taxed
        ? [
            { label: 'Taxable value', value: rupees(invoice.taxable) },
            ...taxes.map(({ name, of }) => ({ label: name, value: rupees(of(invoice)) })),
          ]
        : []),
      { label: kind === 'credit_note' ? 'Refund' : 'Total', value: rupees(invoice.amount), strong: true },
    ],
    foot: footOf(kind, taxed),
  }
}

function footOf(kind: InvoiceKind, taxed: boolean): string[] {
  const tax = taxed
    ? 'Prices include GST. Tax is not payable on reverse charge.'
    : 'The seller is not registered for GST. No tax is charged.'
  const about = kind === 'credit_note' ? ['This amount goes back the way it was paid.'] : []
  return [...about, tax, 'Made by a computer and valid without a signature.']
}
