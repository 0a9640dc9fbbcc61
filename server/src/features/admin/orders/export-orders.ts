import { msg } from '@lingui/core/runtime-macro'
import type { api, QueryOf } from '@virtual-courses/contract'
import type { StreamReply } from '#core/call.ts'
import { csvOf } from '#core/csv.ts'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { transact } from '#core/transact.ts'
import { rupeesOf } from '../../courses/index.ts'
import { writeAudit } from '../audit-queries.ts'
import { type AdminOrderRow, findOrders, orderFilter } from './order-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>
type Query = QueryOf<typeof api.adminOrders.export>

/** Maximum number of orders in a table, which says so at its end, and how many are read at once. */
const mostExported = 50_000
const exportedAtOnce = 500

const columns = [
  msg`Order`,
  msg`Created at`,
  msg`Status`,
  msg`Buyer`,
  msg`Email`,
  msg`Courses`,
  msg`Bundle`,
  msg`Coupon`,
  msg`List price`,
  msg`Amount`,
  msg`Refunded`,
  msg`Settled at`,
  msg`Provider order`,
  msg`Payment`,
]

const lineOf = (row: AdminOrderRow): (string | number)[] => [
  row.id,
  row.created_at.toISOString(),
  row.status,
  row.buyer_name,
  row.buyer_email,
  row.courses.map(({ title }) => title).join('; '),
  row.bundle_title ?? '',
  row.coupon_code ?? '',
  rupeesOf(row.list_paise),
  rupeesOf(row.amount_paise),
  rupeesOf(row.refunded_paise),
  row.settled_at?.toISOString() ?? '',
  row.provider_order_id ?? '',
  row.payment_id ?? '',
]

async function* write(deps: Deps, query: Query, say: Say): AsyncGenerator<string> {
  const filter = await orderFilter(deps.db, deps.config.TIME_ZONE, query)
  let cursor: string | undefined
  let written = 0
  do {
    const { rows, next } = await findOrders(deps.db, { limit: exportedAtOnce, cursor }, filter)
    const lines = rows.map(lineOf)
    yield written === 0 ? csvOf([columns.map(say), ...lines], { bom: true }) : csvOf(lines)
    written += rows.length
    cursor = next ?? undefined
  } while (cursor !== undefined && written < mostExported)
  if (cursor !== undefined)
    yield csvOf([
      [say(msg`These are the newest ${{ most: String(mostExported) }} orders. For older ones filter by time.`)],
    ])
}

/**
 * Returns the orders of a filter as CSV (RFC 4180, UTF-8 with the mark by which spreadsheets know it), newest first, read and sent in
 * pieces. It carries names and addresses, so it is written to the audit log. Throws rate_limited.
 */
export async function exportOrders(deps: Deps, admin: CurrentUser, query: Query, say: Say): Promise<StreamReply> {
  await deps.limits.exports.consume(admin.id)
  const chosen = Object.entries(query)
    .filter(([name, value]) => value !== undefined && value !== '' && name !== 'text')
    .map(([name, value]) => `${name} ${value}`)
  await transact(deps.db, (tx) =>
    writeAudit(deps, tx, {
      action: 'orders-exported',
      adminId: admin.id,
      kind: 'order',
      subjectId: '',
      // the searched text may name a user
      detail: `Orders downloaded as CSV${chosen.length > 0 ? `: ${chosen.join(', ')}` : ''}${query.text ? ', filtered by words' : ''}.`,
    }),
  )
  return {
    kind: 'pieces',
    pieces: write(deps, query, say),
    contentType: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': 'attachment; filename="orders.csv"', 'cache-control': 'no-store' },
  }
}
