import type {
  Payable,
  Payout,
  PayoutAccount,
  PayoutBalance,
  PayoutRun,
  payoutStatuses,
  RunPayout,
  StatementMonth,
} from '@virtual-courses/contract'
import type { Say } from '#core/languages/language.ts'
import { versionOf } from '#core/read-version.ts'
import { rupeesOf } from '../courses/index.ts'
import type { EducatorBalance } from '../ledger/index.ts'
import type { findPayable, findTotals } from './balance-queries.ts'
import type { AccountRow } from './bank/account-queries.ts'
import { sayProblem, sharesOf } from './rules.ts'
import type { ListedRun, PayoutRow, RunPayoutRow } from './runs/run-queries.ts'
import type { MonthRow } from './statement-queries.ts'

/** Converts a sum in paise, which the database returns as text, to rupees. */
const rupees = (paise: string): number => rupeesOf(Number(paise))
const instant = (time: Date | null): string | null => time?.toISOString() ?? null

/**
 * Returns the version of an educator's bank details, also when there are none. It is derived from the ciphertext, so it reveals nothing
 * about them.
 */
export const accountVersion = (row: Pick<AccountRow, 'encrypted'> | undefined): string =>
  versionOf(row ? [row.encrypted] : [])

/** `now` decides whether a pause is over. */
export const presentAccount = (
  row: Pick<AccountRow, 'last4' | 'holder_hint' | 'changed_at' | 'paused_until'>,
  now: Date,
): PayoutAccount => ({
  last4: row.last4,
  holderHint: row.holder_hint,
  changedAt: row.changed_at.toISOString(),
  pausedUntil: row.paused_until && row.paused_until > now ? row.paused_until.toISOString() : null,
})

export function presentBalance(
  balance: EducatorBalance,
  totals: Awaited<ReturnType<typeof findTotals>>,
): PayoutBalance {
  const { held, payable, debt } = sharesOf(balance)
  return {
    earned: rupeesOf(totals.earned),
    held: rupeesOf(held),
    payable: rupeesOf(payable),
    debt: rupeesOf(debt),
    onItsWay: rupeesOf(totals.sent),
    paidOut: rupeesOf(totals.paid),
  }
}

export const presentPayout = (row: PayoutRow, say: Say): Payout => ({
  _id: row.id,
  amount: rupees(row.amount_paise),
  status: row.status as (typeof payoutStatuses)[number], // the query selects only these
  reference: row.reference,
  problem: sayProblem(row.problem, say),
  last4: row.last4,
  createdAt: row.created_at.toISOString(),
  changedAt: row.changed_at.toISOString(),
})

export const presentMonth = (row: MonthRow): StatementMonth => ({
  month: row.month,
  opening: rupees(row.opening_paise),
  sales: rupees(row.sales_paise),
  refunds: rupees(row.refunds_paise),
  payouts: rupees(row.payouts_paise),
  closing: rupees(row.closing_paise),
})

type PayableRow = Awaited<ReturnType<typeof findPayable>>['rows'][number]

export const presentPayable = (row: PayableRow, now: Date): Payable => ({
  educatorId: row.id,
  name: row.name,
  payable: rupees(row.payable_paise),
  held: rupees(row.held_paise),
  state: row.state,
  deleted: row.deleted,
  account:
    row.last4 === null || row.holder_hint === null || row.changed_at === null
      ? null
      : presentAccount(
          {
            last4: row.last4,
            holder_hint: row.holder_hint,
            changed_at: row.changed_at,
            paused_until: row.paused_until,
          },
          now,
        ),
})

export const presentRun = (row: ListedRun): PayoutRun => ({
  _id: row.id,
  status: row.status,
  note: row.note,
  count: row.count,
  amount: rupees(row.amount_paise),
  createdBy: row.created_by,
  createdByName: row.created_by_name,
  createdAt: row.created_at.toISOString(),
  confirmedByName: row.confirmed_by_name,
  confirmedAt: instant(row.confirmed_at),
  exportedAt: instant(row.exported_at),
  paidAt: instant(row.paid_at),
  canceledAt: instant(row.canceled_at),
})

export const presentRunPayout = (row: RunPayoutRow, say: Say): RunPayout => ({
  _id: row.id,
  educatorId: row.educator_id,
  name: row.name,
  amount: rupees(row.amount_paise),
  status: row.status,
  reference: row.reference,
  problem: sayProblem(row.problem, say),
  last4: row.last4,
})
