import { msg } from '@lingui/core/runtime-macro'
import { api } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { accountTakenOver, callerOf, requireFactor } from '../accounts/index.ts'
import { findEducatorBalance } from '../ledger/index.ts'
import { findTotals } from './balance-queries.ts'
import { findAccount } from './bank/account-queries.ts'
import { pauseForOwner, saveBankDetails } from './bank/save-account.ts'
import { accountVersion, presentAccount, presentBalance, presentMonth, presentPayout } from './present.ts'
import { findOwnPayouts } from './runs/run-queries.ts'
import { drawStatement } from './statement-paper.ts'
import { findMonths } from './statement-queries.ts'
import { requireBegun, writeStatement } from './statements.ts'

/** The endpoints with which educators see and receive their earnings; those of admins are in `features/admin`. */
export function registerPayouts(routes: Routes, deps: FeatureDeps): void {
  const { db, clock, settings } = deps
  accountTakenOver.on(db, (tx, { userId }) => pauseForOwner(deps, tx, userId))
  /** Educators with bank details may have to set up a second step before they see what was earned. */
  const requireFactorOfPayee = async (viewer: CurrentUser): Promise<void> => {
    if (!viewer.hasFactor && (await findAccount(db, viewer.id))) requireFactor(deps, viewer, 'payees')
  }
  serve(
    routes.educator,
    api.payouts.balance,
  )(async ({ viewer }) => {
    await requireFactorOfPayee(viewer)
    const now = clock.now()
    const [balance, totals, account] = await Promise.all([
      findEducatorBalance(db, viewer.id, now),
      findTotals(db, viewer.id),
      findAccount(db, viewer.id),
    ])
    const { payoutMinimum, refundDays } = settings.current()
    return {
      ...presentBalance(balance, totals),
      account: account ? presentAccount(account, now) : null,
      accountVersion: accountVersion(account),
      minimum: payoutMinimum,
      refundDays,
    }
  })
  serve(
    routes.educator,
    api.payouts.list,
  )(async ({ query, say, viewer }) => {
    await requireFactorOfPayee(viewer)
    const { rows, ...beside } = await findOwnPayouts(db, viewer.id, query)
    return { payouts: rows.map((row) => presentPayout(row, say)), ...beside }
  })
  serve(
    routes.educator,
    api.payouts.saveAccount,
  )(async (call) => {
    // with these they become one
    requireFactor(deps, call.viewer, 'payees')
    const { current, ownerCode, version, accountNumberAgain: _, ...details } = call.body
    const credentials = { current, ownerCode }
    const account = await saveBankDetails(deps, call.viewer, { details, credentials, version }, callerOf(call))
    return {
      account: presentAccount(account, clock.now()),
      accountVersion: accountVersion(account),
      message: call.say(msg`Bank details saved`),
    }
  })
  serve(
    routes.educator,
    api.payouts.statements,
  )(async ({ query, viewer }) => {
    await requireFactorOfPayee(viewer)
    const { rows, ...beside } = await findMonths(db, viewer.id, query)
    return { months: rows.map(presentMonth), ...beside }
  })
  serve(
    routes.educator,
    api.payouts.statementCsv,
  )(async ({ params, say, viewer }) => {
    await requireFactorOfPayee(viewer)
    requireBegun(deps, params.month)
    await deps.limits.statements.consume(viewer.id)
    return {
      kind: 'pieces',
      pieces: writeStatement(deps, viewer.id, params.month, say),
      contentType: 'text/csv; charset=utf-8',
      headers: attachment(`statement-${params.month}.csv`),
    }
  })
  serve(
    routes.educator,
    api.payouts.statementPdf,
  )(async ({ params, say, viewer, signal }) => {
    await requireFactorOfPayee(viewer)
    requireBegun(deps, params.month)
    await deps.limits.statements.consume(viewer.id)
    return {
      kind: 'bytes',
      bytes: await drawStatement(deps, viewer.id, params.month, { say, signal }),
      contentType: 'application/pdf',
      headers: attachment(`statement-${params.month}.pdf`),
    }
  })
}

/** Headers of a private file that browsers save. */
const attachment = (name: string) => ({
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'private, no-store',
})
