import { Trans, useLingui } from '@lingui/react/macro'
import { type AdminOrderDetails, isolate, sitePagePath } from '@virtual-courses/contract'
import { Ban, Clock, FileText, Globe, Mail, Scale, ShoppingCart, Undo2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { invoicePdf } from '#lib/order-states.ts'
import { paths } from '#lib/paths.ts'
import { DocumentLinks } from '#lib/text/document-links.tsx'
import { formatRupees, useFormats } from '#lib/text/format.ts'
import { usePersonName } from '#lib/text/person-name.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { sitePageNames } from '#lib/text/site-page-names.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Fact } from '#ui/fact.tsx'
import { FileLink } from '#ui/form/file-link.tsx'
import { Card } from '#ui/layout/card.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import type { Slot } from '#ui/slot.ts'
import { accountTexts, ledgerKinds } from './money-texts.ts'

type Order = AdminOrderDetails
type Item = Order['items'][number]

/** A part of the page with its heading. */
export function Part({ title, actions, children }: { title: string; actions?: Slot; children: Slot }) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="font-sans text-lg font-semibold tracking-normal">
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </Card>
  )
}

const Code = ({ text }: { text: string }) => <span className="font-mono text-sm">{text || '–'}</span>

/** Who bought when, for how much, and under which ids. */
export function OrderFacts({ order }: { order: Order }) {
  const { t } = useLingui()
  const nameOf = usePersonName()
  const { formatPrice } = useFormats()
  return (
    <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <Fact name={t`Buyer`}>
        <span {...writtenIn()}>{nameOf(order.buyer.name)}</span>
        <span className="block text-sm text-muted">{order.buyer.email}</span>
      </Fact>
      <Fact name={t`Amount`}>
        <span className="tabular font-semibold">{formatPrice(order.amount)}</span>
        {order.listAmount > order.amount && (
          <span className="tabular block text-sm text-muted">
            {order.coupon
              ? t`instead of ${{ price: formatRupees(order.listAmount) }}, with ${{ coupon: order.coupon }}`
              : t`instead of ${{ price: formatRupees(order.listAmount) }}`}
          </span>
        )}
      </Fact>
      <Fact name={t({ message: 'Refunded', context: 'amount' })}>
        <span className="tabular">{formatRupees(order.refunded)}</span>
      </Fact>
      <Fact name={t`Ordered`}>
        <ReaderTime iso={order.createdAt} look="dateTime" className="tabular" />
      </Fact>
      <Fact name={t({ message: 'Paid', context: 'when' })}>
        {order.settledAt ? (
          <ReaderTime iso={order.settledAt} look="dateTime" className="tabular" />
        ) : (
          <span>
            <Trans>Not yet</Trans>
          </span>
        )}
      </Fact>
      <Fact name={t({ message: 'Order', context: 'purchase' })}>
        <Code text={order._id} />
      </Fact>
      <Fact name={t`Order at the provider`}>
        <Code text={order.providerOrderId} />
      </Fact>
      <Fact name={t`Payment at the provider`}>
        <Code text={order.paymentId} />
      </Fact>
    </dl>
  )
}

const money = (header: ReactNode, key: string, of: (item: Item) => number): Column<Item> => ({
  key,
  header,
  align: 'end',
  className: 'tabular whitespace-nowrap',
  cell: (item) => formatRupees(of(item)),
})

const itemColumns: Column<Item>[] = [
  {
    key: 'course',
    header: <Trans>Course</Trans>,
    className: 'w-full min-w-56',
    cell: ({ course, educator, enrolled }) => (
      <>
        <Link {...writtenIn()} to={paths.course(course._id)} className="py-1 font-medium wrap-anywhere hover:underline">
          {course.title}
        </Link>
        <span className="block text-sm text-muted wrap-anywhere">
          {enrolled ? (
            <Trans>{`${{ educator: isolate(educator.name) }} · enrolled`}</Trans>
          ) : (
            <Trans>{`${{ educator: isolate(educator.name) }} · no access`}</Trans>
          )}
        </span>
      </>
    ),
  },
  money(<Trans>Price</Trans>, 'amount', ({ amount }) => amount),
  money(<Trans>Tax</Trans>, 'tax', ({ tax }) => tax),
  money(<Trans>Fee</Trans>, 'fee', ({ fee }) => fee),
  money(<Trans>Educator</Trans>, 'share', ({ educatorShare }) => educatorShare),
  money(<Trans context="amount">Refunded</Trans>, 'refunded', ({ refunded }) => refunded),
]

/** What was sold, and how each price is split. */
export function OrderItems({ items }: Pick<Order, 'items'>) {
  const { t } = useLingui()
  return (
    <Table
      caption={t`Items with their shares`}
      captionHidden
      columns={itemColumns}
      rows={items}
      rowKey={({ course }) => course._id}
      className="shadow-none [&_td]:px-3 [&_th]:px-3"
    />
  )
}

export function InvoiceList({ invoices }: Pick<Order, 'invoices'>) {
  const { t } = useLingui()
  return (
    <ul aria-label={t`Invoices`} className="grid gap-2">
      {invoices.map((invoice) => (
        <li key={invoice._id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <DocumentLinks
            document={invoice}
            pdf={
              <FileLink
                login={paths.login}
                href={invoicePdf(invoice._id)}
                className="py-1 text-link underline underline-offset-4"
              >
                PDF<span className="sr-only">{`: ${invoice.number}`}</span>
              </FileLink>
            }
          />
        </li>
      ))}
    </ul>
  )
}

/** Which texts of the site the buyer agreed to with the order, each with the version that they saw. */
export function ConsentList({ consents }: Pick<Order, 'consents'>) {
  const { t } = useLingui()
  if (consents.length === 0)
    return (
      <p className="text-muted">
        <Trans>
          None was kept: the order is free, or older than the terms, or was made by a client that shows none.
        </Trans>
      </p>
    )
  return (
    <ul aria-label={t`Consent`} className="grid gap-2">
      {consents.map(({ kind, number, language, at }) => (
        <li key={`${kind} ${number} ${language}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <FileText aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <Link
            to={`${sitePagePath(kind)}?${new URLSearchParams({ version: String(number), language })}`}
            className="py-1 text-link underline underline-offset-4"
          >
            {t`${{ page: t(sitePageNames[kind]) }}, version ${{ number: String(number) }} (${{ language }})`}
          </Link>
          <ReaderTime iso={at} look="dateTime" className="tabular text-sm text-muted" />
        </li>
      ))}
    </ul>
  )
}

const icons: Record<Order['timeline'][number]['kind'], typeof Clock> = {
  created: ShoppingCart,
  status: Clock,
  webhook: Globe,
  refund: Undo2,
  dispute: Ban,
  invoice: FileText,
  mail: Mail,
  other: Clock,
}

/** What happened to the order, oldest first. */
export function Timeline({ events }: { events: Order['timeline'] }) {
  const { t } = useLingui()
  return (
    <ol aria-label={t`Timeline`} className="grid">
      {events.map(({ at, kind, text, actor }, index) => {
        const Icon = icons[kind]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the history only grows at its end
          <li key={index} className="group relative grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 pb-4 last:pb-0">
            <span
              aria-hidden="true"
              className="absolute top-8 bottom-0 start-4 w-px -translate-x-1/2 rtl:translate-x-1/2 bg-line group-last:hidden"
            />
            <span className="grid size-8 place-items-center rounded-full bg-tint text-link">
              <Icon aria-hidden="true" className="size-4" />
            </span>
            <span className="min-w-0 pt-1">
              <span className="block leading-snug wrap-anywhere">{text}</span>
              <span className="block text-sm text-muted wrap-anywhere">
                <ReaderTime iso={at} look="dateTime" className="tabular" />
                <span>{actor && ` · ${actor}`}</span>
              </span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

const signed = (amount: number): string => (amount < 0 ? `−${formatRupees(-amount)}` : formatRupees(amount))

/** The order in the ledger: a debit is positive, and each transaction adds up to zero. */
export function LedgerList({ ledger }: Pick<Order, 'ledger'>) {
  const { t } = useLingui()
  const nameOf = (kind: string) => {
    const name = ledgerKinds[kind]
    return name ? t(name) : kind.replaceAll('-', ' ')
  }
  return (
    <ul aria-label={t`Ledger`} className="grid gap-4">
      {ledger.map(({ key, kind, at, entries }) => (
        <li key={key} className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3">
            <Scale aria-hidden="true" className="size-4 shrink-0 text-muted" />
            <span className="font-medium">{nameOf(kind)}</span>
            <ReaderTime iso={at} look="dateTime" className="tabular text-sm text-muted" />
          </p>
          <ul className="mt-1 border-s border-line ps-4 text-sm">
            {entries.map(({ account, party, amount }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries never change
              <li key={index} className="flex flex-wrap justify-between gap-x-6">
                <span className="min-w-0 wrap-anywhere">
                  <span>{t(accountTexts[account].name)}</span>
                  {party && <span className="text-muted">{` · ${party}`}</span>}
                </span>
                <span className="tabular whitespace-nowrap">{signed(amount)}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
