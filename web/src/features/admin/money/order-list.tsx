import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type AdminOrder, isolate } from '@virtual-courses/contract'
import { Link } from 'react-router'
import { orderStates } from '#lib/order-states.ts'
import { formatRupees, useFormats } from '#lib/text/format.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { useWideScreen } from '#lib/use-wide-screen.ts'
import { adminPaths } from '#lib/work-paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/layout/card.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'

export function OrderState({ status }: Pick<AdminOrder, 'status'>) {
  const { t } = useLingui()
  const { name, tone } = orderStates[status]
  return (
    <Badge tone={tone} dot>
      {t(name)}
    </Badge>
  )
}

/** Returns what was ordered, in a few words. */
export function useOrderTitle({ bundle, courses: [first, ...others] }: Pick<AdminOrder, 'bundle' | 'courses'>): string {
  const { t } = useLingui()
  if (bundle) return bundle
  if (!first) return t`Nothing`
  if (others.length === 0) return first.title
  const course = isolate(first.title)
  return t`${course} and ${plural({ count: others.length }, { one: '# more course', other: '# more courses' })}`
}

const Head = ({ order }: { order: AdminOrder }) => (
  <span className="block min-w-0">
    <Link
      {...writtenIn()}
      to={adminPaths.order(order._id)}
      className="py-1 leading-snug font-semibold wrap-anywhere hover:underline"
    >
      {useOrderTitle(order)}
    </Link>
    <span className="block text-sm leading-snug text-muted wrap-anywhere">
      {`${isolate(order.buyer.name)} · ${order.buyer.email}`}
    </span>
    {order.paymentId && <span className="block font-mono text-xs text-muted wrap-anywhere">{order.paymentId}</span>}
  </span>
)

function Amount({ order }: { order: AdminOrder }) {
  const { formatPrice } = useFormats()
  return (
    <span className="tabular whitespace-nowrap">
      <span>{formatPrice(order.amount)}</span>
      {order.refunded > 0 && <span className="block text-sm text-muted">{`−${formatRupees(order.refunded)}`}</span>}
    </span>
  )
}

const columns: Column<AdminOrder>[] = [
  {
    key: 'order',
    header: <Trans context="purchase">Order</Trans>,
    className: 'w-full min-w-72',
    cell: (order) => <Head order={order} />,
  },
  { key: 'state', header: <Trans>Status</Trans>, cell: ({ status }) => <OrderState status={status} /> },
  { key: 'amount', header: <Trans>Amount</Trans>, align: 'end', cell: (order) => <Amount order={order} /> },
  {
    key: 'at',
    header: <Trans>Ordered</Trans>,
    className: 'tabular text-sm whitespace-nowrap',
    cell: ({ createdAt }) => <ReaderTime iso={createdAt} look="dateTime" />,
  },
]

/** Orders: a table on wide screens, cards on narrow ones. Each leads to its page. */
export function OrderList({ orders }: { orders: readonly AdminOrder[] }) {
  const { t } = useLingui()
  const wide = useWideScreen()
  return (
    <>
      {wide !== false && (
        <Table
          caption={t`Orders`}
          captionHidden
          columns={columns}
          rows={orders}
          rowKey={({ _id }) => _id}
          className="max-lg:hidden"
        />
      )}
      {wide !== true && (
        <ul aria-label={t`Orders`} className="grid gap-3 lg:hidden">
          {orders.map((order) => (
            <Card as="li" key={order._id} className="grid gap-3 p-4 sm:p-4">
              <Head order={order} />
              <div className="flex flex-wrap items-center justify-between gap-3">
                <OrderState status={order.status} />
                <Amount order={order} />
              </div>
              <ReaderTime iso={order.createdAt} look="dateTime" className="tabular text-sm text-muted" />
            </Card>
          ))}
        </ul>
      )}
    </>
  )
}
