import { Trans, useLingui } from '@lingui/react/macro'
import type { Purchase } from '@virtual-courses/contract'
import { CreditCard, FileText, Undo2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { invoicePdf } from '#lib/order-states.ts'
import { paths } from '#lib/paths.ts'
import { DocumentLinks } from '#lib/text/document-links.tsx'
import { formatRupees, useFormats } from '#lib/text/format.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { FileLink } from '#ui/form/file-link.tsx'
import { Card } from '#ui/layout/card.tsx'
import { ErrorNotice } from '#ui/notice.tsx'
import { Price } from '#ui/price.tsx'
import { explain, stateOf } from './purchase-text.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { failedPayment, usePurchase } from './use-purchase.ts'

type Course = Purchase['courses'][number]
type Props = { order: Purchase; picture: (course: Course) => ReactNode }

/** The page of a course: its lectures for who is enrolled. */
const pageOf = ({ _id, enrolled }: Course): string => (enrolled ? paths.learn(_id) : paths.course(_id))

/** Something that a student bought or has yet to pay: its state, its documents, and what can be done. */
export function PurchaseCard({ order, picture }: Props) {
  const { t } = useLingui()
  const { formatPrice } = useFormats()
  const headId = useId()
  const { name, tone } = stateOf(order)
  const text = explain(order).map((sentence) => t(sentence))
  const reduced = order.listAmount > order.amount
  const [first, ...others] = order.courses
  const only = others.length === 0 ? first : undefined
  return (
    <Card as="article" aria-labelledby={headId} className="grid gap-4">
      <div className="flex flex-wrap items-start gap-4">
        {only && <span className="w-24 shrink-0 overflow-hidden rounded-sm sm:w-32">{picture(only)}</span>}
        <div className="flex min-w-0 flex-1 basis-32 flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <h2 id={headId} className="font-sans text-lg leading-snug font-semibold tracking-normal wrap-anywhere">
              {only ? (
                <Link {...writtenIn()} to={pageOf(only)} className="inline-block py-0.5 hover:underline">
                  {order.title}
                </Link>
              ) : (
                <span {...writtenIn()}>{order.title}</span>
              )}
            </h2>
            <p className="mt-0.5 text-sm text-muted">
              <ReaderTime iso={order.createdAt} look="dateTime" className="tabular" />
              <span>{only?.enrolled && ` · ${t`You are enrolled`}`}</span>
            </p>
          </div>
          <Badge tone={tone} dot>
            {t(name)}
          </Badge>
        </div>
      </div>
      {others.length > 0 && (
        <ul aria-label={t`Courses`} className="grid gap-3">
          {order.courses.map((course) => (
            <CourseRow key={course._id} course={course} picture={picture(course)} />
          ))}
        </ul>
      )}
      {text.length > 0 && <p className="max-w-prose">{text.join(' ')}</p>}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
        <div className="min-w-0">
          <Price text={formatPrice(order.amount)} struck={reduced ? formatRupees(order.listAmount) : null} size="lg" />
          {order.coupon && <p className="text-sm text-muted">{t`with the coupon ${{ code: order.coupon }}`}</p>}
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1 empty:hidden">
          {order.payable && <PayNow order={order} />}
          {order.refund.may && <Refund order={order} />}
        </div>
      </div>
      <Details order={order} />
    </Card>
  )
}

const CourseRow = ({ course, picture }: { course: Course; picture: ReactNode }) => (
  <li className="flex items-center gap-4">
    <span className="w-24 shrink-0 overflow-hidden rounded-sm">{picture}</span>
    <span className="min-w-0">
      <Link
        {...writtenIn()}
        to={pageOf(course)}
        className="line-clamp-2 py-px leading-snug font-medium wrap-anywhere hover:underline"
      >
        {course.title}
      </Link>
      {course.enrolled && (
        <span className="block text-sm text-muted">
          <Trans>You are enrolled</Trans>
        </span>
      )}
    </span>
  </li>
)

/** Documents, and what a student may want to know or say about the payment. */
function Details({ order: { invoices, paymentId, refund, status, amount } }: { order: Purchase }) {
  const { t } = useLingui()
  const { until, limitPercent, watchedPercent } = refund
  const sold = amount > 0 && ['paid', 'partly_refunded'].includes(status)
  if (invoices.length === 0 && !paymentId && !sold) return null
  return (
    <div className="grid gap-2 text-sm text-muted">
      {invoices.map((invoice) => (
        <p key={invoice._id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <FileText aria-hidden="true" className="size-4 shrink-0" />
          <DocumentLinks
            document={invoice}
            pdf={
              <FileLink
                login={paths.login}
                href={invoicePdf(invoice._id)}
                className="inline-flex min-h-6 items-center text-link underline underline-offset-4"
              >
                PDF<span className="sr-only">{`: ${invoice.number}`}</span>
              </FileLink>
            }
          />
        </p>
      ))}
      {sold && until && (
        <p>
          <Trans>
            You can refund it until <ReaderTime iso={until} look="dateTime" className="tabular" />, while you have
            watched less than <span>{limitPercent}</span> %. So far it is <span>{watchedPercent}</span> %.
          </Trans>
        </p>
      )}
      {sold && refund.why && <p>{t`Refund: ${{ reason: refund.why }}`}</p>}
      {paymentId && (
        <p className="wrap-anywhere">
          <Trans>
            Payment <span className="font-mono">{paymentId}</span>
          </Trans>
        </p>
      )}
    </div>
  )
}

/** Resumes an open order. */
function PayNow({ order }: { order: Purchase }) {
  const { busy, reason, start } = usePurchase(failedPayment)
  const { title } = order
  // an open order keeps its coupon
  const resume = () =>
    order.bundleId === null ? start(order.courses[0]?._id ?? null) : start(null, { bundleId: order.bundleId })
  return (
    <>
      <Button
        variant="accent"
        busy={busy}
        icon={<CreditCard aria-hidden="true" className="size-4.5" />}
        onClick={resume}
      >
        <Trans>
          Pay now
          <span className="sr-only">
            {' '}
            for <bdi>{title}</bdi>
          </span>
        </Trans>
      </Button>
      <ErrorNotice said={reason} className="basis-full text-sm" />
    </>
  )
}

function Refund({ order }: { order: Purchase }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        icon={<Undo2 aria-hidden="true" className="size-4.5" />}
        onClick={() => setOpen(true)}
      >
        <Trans context="button">Refund</Trans>
        <span className="sr-only">{` ${order.title}`}</span>
      </Button>
      <RefundDialog order={order} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
