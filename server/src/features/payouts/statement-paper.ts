import { msg, plural } from '@lingui/core/runtime-macro'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import type { Paise } from '#ports/payments.ts'
import { findUser } from '../accounts/index.ts'
import { type PaperDocument, paperLanguage, renderPdf } from '../papers/index.ts'
import { type CourseSales, findMonth, findSoldIn, type MonthRow } from './statement-queries.ts'
import { monthOf } from './statements.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings'>

const money = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const rupees = (paise: Paise): string => `${paise < 0 ? '−' : ''}₹${money.format(Math.abs(paise) / 100)}`

/** Maximum number of courses that have a line of their own. */
const shownCourses = 40

const inLine = (title: string): string => title.trim().replace(/\s+/g, ' ')
const right = { weight: 1.4, align: 'right' } as const

type Statement = {
  month: MonthRow
  sold: readonly CourseSales[]
  educator: string
  /** lines with the name and address of the payer */
  payer: readonly string[]
  now: Date
  zone: string
}

/**
 * Returns the statement of a month as a document of bounded length, in the language of its reader: totals, and the courses with the highest
 * sales.
 */
export function toStatement({ month, sold, educator, payer, now, zone }: Statement, say: Say): PaperDocument {
  const share = (row: CourseSales): Paise => Number(row.amount_paise) - Number(row.gst_paise) - Number(row.fee_paise)
  const others = (sold[0]?.courses ?? 0) - sold.length
  const rest = Number(month.sales_paise) - sold.reduce((sum, row) => sum + share(row), 0)
  const [year = '', number = ''] = month.month.split('-')
  const name = new Intl.DateTimeFormat(say.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(Date.UTC(Number(year), Number(number) - 1)),
  )
  const made = new Intl.DateTimeFormat(say.locale, { dateStyle: 'medium', timeZone: zone }).format(now)
  return {
    language: paperLanguage(say),
    title: say(msg`Statement of earnings`),
    issuedAt: now,
    facts: [
      { label: say(msg`Month`), value: name },
      { label: say(msg`Made on`), value: made },
    ],
    parties: [
      { heading: say(msg`Educator`), lines: [inLine(educator)] },
      { heading: say(msg`Paid by`), lines: payer.map(inLine) },
    ],
    table: {
      columns: [
        { title: say(msg`Course`), weight: 3.4 },
        { title: say(msg`Sales`), weight: 0.8, align: 'right' },
        { title: say(msg({ message: 'Paid', context: 'by students' })), ...right },
        { title: say(msg`Tax`), ...right },
        { title: say(msg`Platform fee`), ...right },
        { title: say(msg({ message: 'Earned', context: 'by the educator' })), ...right },
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
          ? [
              [
                say(msg`${plural({ others }, { one: '# other course', other: '# other courses' })}`),
                '',
                '',
                '',
                '',
                rupees(rest),
              ],
            ]
          : []),
      ],
    },
    totals: [
      { label: say(msg`Opening balance`), value: rupees(Number(month.opening_paise)) },
      { label: say(msg`Sales`), value: rupees(Number(month.sales_paise)) },
      { label: say(msg`Refunds`), value: rupees(Number(month.refunds_paise)) },
      { label: say(msg`Payouts`), value: rupees(Number(month.payouts_paise)) },
      { label: say(msg`Closing balance`), value: rupees(Number(month.closing_paise)), strong: true },
    ],
    foot: [
      say(msg`Refunds include disputed payments that were lost. The CSV file of the month has each entry.`),
      ...(month.month === monthOf(now, zone) ? [say(msg`The month has not ended: more entries may follow.`)] : []),
    ],
  }
}

/** Returns the PDF file of a month's statement; `signal` ends the wait for it. Throws unavailable, rate_limited. */
export async function drawStatement(
  { db, clock, config, settings }: Deps,
  educatorId: string,
  month: string,
  { say, signal }: { say: Say; signal: AbortSignal },
): Promise<Uint8Array> {
  const zone = config.TIME_ZONE
  // one snapshot for the sums and for what was sold
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
  const paper = toStatement({ ...read, month: read.row, payer, now: clock.now(), zone }, say)
  return renderPdf(paper, { client: educatorId, signal })
}
