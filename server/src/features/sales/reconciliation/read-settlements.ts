import type { FeatureDeps } from '#core/feature-deps.ts'
import { english } from '#core/languages/language.ts'
import { transact } from '#core/transact.ts'
import type { SettlementItem } from '#ports/payments.ts'
import { type Posting, post, providerFeeOf, settlementOf } from '../../ledger/index.ts'
import { findingDetails } from '../findings/finding-details.ts'
import { findLastRead, findOrderIds, findPosted, saveLastRead } from '../findings/finding-queries.ts'
import { report } from '../findings/findings.ts'
import { pagesOf } from '../findings/handle-each.ts'

const dayMs = 24 * 3600 * 1000
/** Number of days that are read again each time, because the provider adds lines later. */
const againDays = 3
/** Maximum number of days that one run reads, as after a long downtime of the server. */
const mostDays = 60

/** Returns the provider's date of a time, which is in India's time zone. */
const dateOf = (at: Date): string => new Date(at.getTime() + 5.5 * 3600 * 1000).toISOString().slice(0, 10)

/**
 * Posts the provider's fees and its transfers to the bank since the last day that was read. Idempotent. A settlement that the provider
 * changes afterwards is reported as a finding.
 */
export async function readSettlements(deps: FeatureDeps): Promise<void> {
  const now = deps.clock.now().getTime()
  const last = await findLastRead(deps.db)
  const behind = last === null ? againDays : Math.round((Date.parse(dateOf(new Date(now))) - Date.parse(last)) / dayMs)
  for (let back = Math.min(Math.max(behind, againDays), mostDays); back >= 1; back--) {
    const date = dateOf(new Date(now - back * dayMs))
    await readDay(deps, date)
    await saveLastRead(deps.db, date, deps.clock.now())
  }
}

async function readDay(deps: FeatureDeps, date: string): Promise<void> {
  const lines = new Map<string, SettlementItem>()
  for await (const items of pagesOf((cursor) => deps.payments.listSettlementItems({ date, cursor })))
    for (const item of items) lines.set(`${item.kind} ${item.id}`, item)
  const postings = await postingsOf(deps, [...lines.values()])
  // a few thousand at a time, because the balance rows stay locked until the commit
  for (let start = 0; start < postings.length; start += 1000) {
    const some = postings.slice(start, start + 1000)
    const posted = await findPosted(
      deps.db,
      some.map(({ key }) => key),
    )
    for (const posting of some) await reportChange(deps, posting, posted.get(posting.key))
    const fresh = some.filter(({ key }) => !posted.has(key))
    await transact(deps.db, async (tx) => void (await post(tx, deps, fresh)))
  }
}

async function postingsOf({ db }: FeatureDeps, lines: readonly SettlementItem[]): Promise<Posting[]> {
  const settled = new Map<string, { amount: number; at: Date }>()
  const orders = await findOrderIds(
    db,
    lines.flatMap(({ orderId }) => orderId ?? []),
  )
  const fees: Posting[] = []
  for (const { id, amount, fee, settlementId, settledAt, orderId } of lines) {
    if (settlementId === null || settledAt === null) continue
    const sum = settled.get(settlementId)?.amount ?? 0
    settled.set(settlementId, { amount: sum + amount - fee, at: settledAt })
    if (fee !== 0) fees.push(providerFeeOf(id, fee, settledAt, orders.get(orderId ?? '')))
  }
  return [...fees, ...[...settled].map(([id, { amount, at }]) => settlementOf(id, amount, at))]
}

/** Reports a changed settlement to admins; what was posted is not changed. */
async function reportChange(deps: FeatureDeps, { key, entries }: Posting, posted: number | undefined): Promise<void> {
  const amount = entries[0]?.amount ?? 0
  if (posted === undefined || posted === amount) return
  const detail = english(findingDetails.settlementMoved(key, String(posted), String(amount)))
  await report(deps, { kind: 'settlement-differs', subject: key, orderId: null, amount: amount - posted, detail })
}
