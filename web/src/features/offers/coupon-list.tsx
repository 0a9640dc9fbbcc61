import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Coupon, isolate } from '@virtual-courses/contract'
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

const states: Record<Coupon['state'], { label: MessageDescriptor; tone: BadgeTone }> = {
  active: { label: msg({ message: 'Active', context: 'coupon' }), tone: 'success' },
  coming: { label: msg({ message: 'Not begun', context: 'coupon' }), tone: 'primary' },
  ended: { label: msg({ message: 'Ended', context: 'coupon' }), tone: 'neutral' },
  'used-up': { label: msg({ message: 'Used up', context: 'coupon' }), tone: 'accent' },
  disabled: { label: msg({ message: 'Disabled', context: 'coupon' }), tone: 'neutral' },
}

const offText = ({ kind, value }: Pick<Coupon, 'kind' | 'value'>): MessageDescriptor =>
  kind === 'percent' ? msg`${value} % off` : msg`${{ amount: formatRupees(value) }} off`

/** How often a coupon was used, and how often it may be. */
function usesOf({ used: times, reserved, maxUses, maxUsesPerUser }: Coupon): MessageDescriptor[] {
  const used = formatCounted(times)
  return [
    maxUses === null ? msg`Used ${used} times` : msg`Used ${used} of ${{ most: formatCount(maxUses) }} times`,
    ...(reserved > 0 ? [msg`${{ count: formatCounted(reserved) }} in open orders`] : []),
    ...(maxUsesPerUser === null ? [] : [msg`${{ most: formatCount(maxUsesPerUser) }} per student`]),
  ]
}

type Props = {
  coupons: readonly Coupon[]
  /** of coupons that are for all courses */
  everything: string
  find: FindCourses
  onDisable: (coupon: Coupon) => Promise<void>
}

/** Coupons with their uses; a link carries the code to a course. */
export function CouponList({ coupons, everything, find, onDisable }: Props) {
  const { t } = useLingui()
  const [linked, setLinked] = useState<Coupon | null>(null)
  const [ending, setEnding] = useState<Coupon | null>(null)
  return (
    <>
      <ul aria-label={t`Coupons`} className="grid gap-3">
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
        title={ending ? t`Disable ${{ code: ending.code }}?` : t`Disable the coupon?`}
        text={t`It cannot be enabled again. Orders that are open keep their discount.`}
        confirmLabel={t`Disable`}
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

function Row({ coupon, everything, onLink, onEnd }: RowProps) {
  const { t } = useLingui()
  const { code, state, forAll, courses, minPrice, startsAt, endsAt } = coupon
  const { label, tone } = states[state]
  const titles = courses.map(({ title }) => isolate(title)).join(', ')
  const chosen = titles === '' ? t`For nothing any more: its courses were deleted` : titles
  const forWhat = forAll ? everything : chosen
  const off = t(offText(coupon))
  const least = formatRupees(minPrice)
  const open = state === 'active' || state === 'coming' || state === 'used-up'
  return (
    <Card as="li" className="flex flex-wrap items-start gap-x-5 gap-y-3 p-4 sm:p-5">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="tabular font-mono text-lg font-semibold wrap-anywhere">{code}</span>
          <Badge tone={tone}>{t(label)}</Badge>
        </p>
        <p className="mt-1 font-medium">
          {minPrice > 0 ? (
            <Trans>
              <span>{`${off} `}</span>
              <span className="text-muted">{`from ${least}`}</span>
            </Trans>
          ) : (
            <span>{off}</span>
          )}
        </p>
        <p className="text-sm text-muted wrap-anywhere">{forWhat}</p>
        <p className="mt-1 text-sm text-muted">
          <span>
            {usesOf(coupon)
              .map((one) => t(one))
              .join(' · ')}
          </span>
          {startsAt && state === 'coming' && (
            <span>
              <span>{' · '}</span>
              <Trans>
                From <ReaderTime iso={startsAt} look="dateTime" />
              </Trans>
            </span>
          )}
          {endsAt && (
            <span>
              <span>{' · '}</span>
              <Trans>
                Until <ReaderTime iso={endsAt} look="dateTime" />
              </Trans>
            </span>
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
              <Trans>
                Links<span className="sr-only">{` with ${code}`}</span>
              </Trans>
            </Button>
          )}
          <Button variant="secondary" size="sm" onClick={onEnd}>
            <Trans>
              Disable<span className="sr-only">{` ${code}`}</span>
            </Trans>
          </Button>
        </div>
      )}
    </Card>
  )
}
