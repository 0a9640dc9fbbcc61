import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Paise } from '#ports/payments.ts'
import { findUser } from '../accounts/index.ts'
import { type PaperDocument, renderPdf } from '../invoices/index.ts'
import { type CourseSales, findMonth, findSoldIn, type MonthRow } from './statement-queries.ts'
import { monthOf } from './statements.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings'>

const money = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const rupees = (paise: Paise): string => `${paise < 0 ? '−' : ''}₹${money.format(Math.abs(paise) / 100)}`

/** Number of courses that have a line of their own. */
const shownCourses = 40

const inLine = (title: string): string => title.trim().replace(/\s+/g, ' ')
const right = { weight: 1.4, align: 'right' } as const

type Statement = {
  month: MonthRow
  sold: readonly CourseSales[]
  educator: string
  /** name and address of who pays, in lines */
  payer: readonly string[]
  now: Date
  zone: string
}

/** Returns the statement of a month as a paper of bounded length: totals, and the courses with the highest sales. */
export function toStatement({ month, sold, educator, payer, now, zone }: Statement): PaperDocument {
  const share = (row: CourseSales): Paise => Number(row.amount_paise) - Number(row.gst_paise) - Number(row.fee_paise)
  const others = (sold[0]?.courses ?? 0) - sold.length
  const rest = Number(month.sales_paise) - sold.reduce((sum, row) => sum + share(row), 0)
  const [year = '', number = ''] = month.month.split('-')
  const name = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(Date.UTC(Number(year), Number(number) - 1)),
  )
  const made = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: zone }).format(now)
  return {
    title: 'Statement of earnings',
    issuedAt: now,
    facts: [
      { label: 'Month', value: name },
      { label: 'Made on', value: made },
    ],
    parties: [
      { heading: 'Educator', lines: [inLine(educator)] },
      { heading: 'Paid by', lines: payer.map(inLine) },
    ],
    table: {
      columns: [
        { title: 'Course', weight: 3.4 },
        { title: 'Sales', weight: 0.8, align: 'right' },
        { title: 'Paid', ...right },
        { title: 'Tax', ...right },
        { title: 'Platform fee', ...right },
        { title: 'Earned', ...right },
      ],
      rows: [
        ...sold.map((row) => [
          inLine(row.title),
          String(row.count),
          rupees(Number(row.amount_paise)),
          rupees(Number(row.gst_paise)),
          rupees(Number(row.fee_paise)),
          rupees(share(row)),
        ]),
        ...(others > 0
          ? [[`${others} other ${others === 1 ? 'course' : 'courses'}`, '', '', '', '', rupees(rest)]]
          : []),
      ],
    },
    totals: [
      { label: 'Opening balance', value: rupees(Number(month.opening_paise)) },
      { label: 'Sales', value: rupees(Number(month.sales_paise)) },
      { label: 'Refunds', value: rupees(Number(month.refunds_paise)) },
      { label: 'Payouts', value: rupees(Number(month.payouts_paise)) },
      { label: 'Closing balance', value: rupees(Number(month.closing_paise)), strong: true },
    ],
    foot: [
      'Refunds include disputed payments that were lost. The CSV file of the month has each entry.',
      ...(month.month === monthOf(now, zone) ? ['The month has not ended: more entries may follow.'] : []),
    ],
  }
}

/** Makes the PDF file of a month's statement; `signal` ends the wait for it. Throws unavailable, rate_limited. */
export async function drawStatement(
  { db, clock, config, settings }: Deps,
  educatorId: string,
  month: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const zone = config.TIME_ZONE
  // one state of the sums and of what was sold
  const read = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      row: await findMonth(tx, educatorId, month),
      sold: await findSoldIn(tx, { educatorId, month, zone, limit: shownCourses }),
      educator: (await findUser(tx, educatorId))?.name ?? '',
    }))
  if (!read.row) throw new Error('sums are one row')
  const { sellerName, sellerAddress, siteName } = settings.current()
  const payer = [sellerName || siteName, ...sellerAddress.split('\n').filter((line) => line.trim() !== '')]
  const paper = toStatement({ ...read, month: read.row, payer, now: clock.now(), zone })
  return renderPdf(paper, { client: educatorId, signal })
}
