import type { Coupon } from '@virtual-courses/contract'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { formatCounted } from '#lib/list-place.ts'
import { formatCount, formatRupees } from '#lib/text/format.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { CouponLinkDialog } from './coupon-link-dialog.tsx'
import type { FindCourses } from './course-finder.tsx'

const states: Record<Coupon['state'], { label: string; tone: BadgeTone }> = {
  active: { label: 'Active', tone: 'success' },
  coming: { label: 'Not begun', tone: 'primary' },
  ended: { label: 'Ended', tone: 'neutral' },
  'used-up': { label: 'Used up', tone: 'accent' },
  disabled: { label: 'Disabled', tone: 'neutral' },
}

const offText = ({ kind, value }: Pick<Coupon, 'kind' | 'value'>): string =>
  kind === 'percent' ? `${value} % off` : `${formatRupees(value)} off`

/** How often a coupon was used, and how often it may be. */
const usesText = ({ used, reserved, maxUses, maxUsesPerUser }: Coupon): string =>
  [
    `Used ${formatCounted(used)}${maxUses === null ? '' : ` of ${formatCount(maxUses)}`} times`,
    ...(reserved > 0 ? [`${formatCounted(reserved)} in open orders`] : []),
    ...(maxUsesPerUser === null ? [] : [`${formatCount(maxUsesPerUser)} per student`]),
  ].join(' · ')

type Props = {
  coupons: readonly Coupon[]
  /** of coupons that are for all courses */
  everything: string
  find: FindCourses
  onDisable: (coupon: Coupon) => Promise<void>
}

/** Coupons with their uses; a link carries the code to a course. */
export function CouponList({ coupons, everything, find, onDisable }: Props) {
  const [linked, setLinked] = useState<Coupon | null>(null)
  const [ending, setEnding] = useState<Coupon | null>(null)
  return (
    <>
      <ul aria-label="Coupons" className="grid gap-3">
        {coupons.map((coupon) => (
          <Row
            key={coupon._id}
            coupon={coupon}
            everything={everything}
            onLink={() => setLinked(coupon)}
            onEnd={() => setEnding(coupon)}
          />
        ))}
      </ul>
      {linked && <CouponLinkDialog coupon={linked} find={find} onClose={() => setLinked(null)} />}
      <AlertDialog
        open={ending !== null}
        onOpenChange={(open) => !open && setEnding(null)}
        title={`Disable ${ending?.code ?? 'the coupon'}?`}
        text="It cannot be enabled again. Orders that are open keep their discount."
        confirmLabel="Disable"
        danger
        onConfirm={() => {
          if (ending) void onDisable(ending)
          setEnding(null)
        }}
      />
    </>
  )
}

type RowProps = { coupon: Coupon; everything: string; onLink: () => void; onEnd: () => void }

/** What a coupon is for. */
const forText = ({ forAll, courses }: Coupon, everything: string): string => {
  if (forAll) return everything
  return courses.length === 0
    ? 'For nothing any more: its courses were deleted'
    : courses.map(({ title }) => title).join(', ')
}

function Row({ coupon, everything, onLink, onEnd }: RowProps) {
  const { code, state, forAll, courses, minPrice, startsAt, endsAt } = coupon
  const { label, tone } = states[state]
  const open = state === 'active' || state === 'coming' || state === 'used-up'
  return (
    <Card as="li" className="flex flex-wrap items-start gap-x-5 gap-y-3 p-4 sm:p-5">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="tabular font-mono text-lg font-semibold wrap-anywhere">{code}</span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="mt-1 font-medium">
          <span>{offText(coupon)}</span>
          {minPrice > 0 && <span className="text-muted">{` from ${formatRupees(minPrice)}`}</span>}
        </p>
        <p className="text-sm text-muted wrap-anywhere">{forText(coupon, everything)}</p>
        <p className="mt-1 text-sm text-muted">
          <span>{usesText(coupon)}</span>
          {startsAt && state === 'coming' && (
            <>
              <span>{' · From '}</span>
              <ReaderTime iso={startsAt} look="dateTime" />
            </>
          )}
          {endsAt && (
            <>
              <span>{' · Until '}</span>
              <ReaderTime iso={endsAt} look="dateTime" />
            </>
          )}
        </p>
      </div>
      {open && (
        <div className="flex flex-wrap gap-2">
          {(forAll || courses.length > 0) && (
            <Button
              variant="secondary"
              size="sm"
              icon={<Link2 aria-hidden="true" className="size-4" />}
              onClick={onLink}
            >
              Links<span className="sr-only">{` with ${code}`}</span>
            </Button>
          )}
          <Button variant="secondary" size="sm" onClick={onEnd}>
            Disable<span className="sr-only">{` ${code}`}</span>
          </Button>
        </div>
      )}
    </Card>
  )
}
