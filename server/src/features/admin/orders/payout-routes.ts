import { msg } from '@lingui/core/runtime-macro'
import { api, type PayoutRun } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import {
  findPayable,
  findPayout,
  findRun,
  findRunPayouts,
  findRuns,
  minimumOf,
  presentPayable,
  presentRun,
  presentRunPayout,
  sumPayable,
} from '../../payouts/index.ts'
import { findConfirmers } from '../users/former-admins.ts'
import {
  cancelPayouts,
  confirmPayouts,
  exportPayouts,
  markPayoutsPaid,
  planPayouts,
  returnPayoutByAdmin,
  writeOffBalance,
} from './manage-payouts.ts'

/** Endpoints with which admins pay educators. */
export function registerPayoutRoutes(routes: Routes, deps: FeatureDeps): void {
  const { db, clock } = deps
  const shown = async (runId: string): Promise<PayoutRun> => {
    const row = await findRun(db, runId)
    if (!row) throw new DomainError('not_found')
    return presentRun(row)
  }
  serve(
    routes.admin,
    api.payoutRuns.payable,
  )(async ({ query }) => {
    const [minimum, now] = [minimumOf(deps), clock.now()]
    const [{ rows, ...beside }, sums] = await Promise.all([
      findPayable(db, query, minimum, now),
      sumPayable(db, minimum, now),
    ])
    return {
      educators: rows.map((row) => presentPayable(row, now)),
      minimum: minimum / 100,
      sums: sums.map((sum) => ({ ...sum, amount: sum.amount / 100 })),
      ...beside,
    }
  })
  serve(
    routes.admin,
    api.payoutRuns.list,
  )(async ({ query }) => {
    const { rows, ...beside } = await findRuns(db, query)
    return { runs: rows.map(presentRun), ...beside }
  })
  serve(
    routes.admin,
    api.payoutRuns.get,
  )(async ({ params, query, say, viewer }) => {
    const run = await shown(params.runId)
    const [{ rows, ...beside }, confirmers] = await Promise.all([
      findRunPayouts(db, run._id, query),
      findConfirmers(db, run._id, viewer.id),
    ])
    const mayConfirm = run.status === 'draft' && confirmers.mayConfirm
    return { run, payouts: rows.map((row) => presentRunPayout(row, say)), mayConfirm, ...beside }
  })
  serve(
    routes.admin,
    api.payoutRuns.create,
  )(async ({ body, say, viewer }) => ({
    run: await shown(await planPayouts(deps, viewer, body.note)),
    message: say(msg`Payout run drafted`),
  }))
  registerRunActs(routes, deps, shown)
}

const confirmations = {
  confirmed: msg`Payout run confirmed`,
  canceled: msg`Nothing of this run is payable any more: it was canceled`,
  unchanged: msg`This run was confirmed already`,
}

/** What is done to a run after it was drafted. */
function registerRunActs(routes: Routes, deps: FeatureDeps, shown: (runId: string) => Promise<PayoutRun>): void {
  serve(
    routes.admin,
    api.payoutRuns.confirm,
  )(async ({ params, say, viewer }) => {
    const { outcome, leftOut } = await confirmPayouts(deps, viewer, params.runId)
    return { run: await shown(params.runId), leftOut, message: say(confirmations[outcome]) }
  })
  serve(
    routes.admin,
    api.payoutRuns.file,
  )(async ({ params, viewer }) => ({
    kind: 'text',
    text: await exportPayouts(deps, viewer, params.runId),
    contentType: 'text/csv; charset=utf-8',
    headers: {
      'content-disposition': `attachment; filename="payouts-${params.runId.slice(0, 6)}.csv"`,
      'cache-control': 'no-store',
    },
  }))
  serve(
    routes.admin,
    api.payoutRuns.paid,
  )(async ({ params, body, say, viewer }) => {
    const changed = await markPayoutsPaid(deps, viewer, params.runId, body.reference)
    return {
      run: await shown(params.runId),
      message: say(changed ? msg`Marked as paid` : msg`This run was marked as paid already`),
    }
  })
  serve(
    routes.admin,
    api.payoutRuns.cancel,
  )(async ({ params, body, say, viewer }) => {
    const changed = await cancelPayouts(deps, viewer, params.runId, body)
    return {
      run: await shown(params.runId),
      message: say(changed ? msg`Payout run canceled` : msg`This run was canceled already`),
    }
  })
  serve(
    routes.admin,
    api.payoutRuns.returned,
  )(async ({ params, body, say, viewer }) => {
    const changed = await returnPayoutByAdmin(deps, viewer, params.payoutId, body.reason)
    const row = await findPayout(deps.db, params.payoutId)
    if (!row) throw new DomainError('not_found')
    return {
      payout: presentRunPayout(row, say),
      message: say(changed ? msg`Payout returned` : msg`This payout was returned already`),
    }
  })
  serve(
    routes.admin,
    api.payoutRuns.writeOff,
  )(async ({ params, body, say, viewer }) => {
    await writeOffBalance(deps, viewer, params.educatorId, body.reason)
    return { message: say(msg`Balance written off`) }
  })
}
