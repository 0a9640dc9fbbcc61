import { useLingui } from '@lingui/react/macro'
import type { CourseDetails, Viewer } from '@virtual-courses/contract'
import { AgreementNote } from '#lib/agreement-note.tsx'
import { formatRupees, useFormats } from '#lib/text/format.ts'
import { Card } from '#ui/layout/card.tsx'
import { Price } from '#ui/price.tsx'
import type { Slot } from '#ui/slot.ts'
import { EnrollButton } from './enroll-button.tsx'
import { whyNotEnroll } from './may-enroll.ts'

type Props = {
  course: Pick<CourseDetails, '_id' | 'creator' | 'price' | 'isPublished' | 'sale'>
  user: Viewer
  /** when a sale ends */
  note?: Slot
}

/** The price of a course and the way to buy it, for a student who looks at its lectures without having it. */
export function OfferCard({ course, user, note }: Props) {
  const { t } = useLingui()
  const { formatPrice } = useFormats()
  const struck = course.sale?.struckPrice
  if (!course.isPublished || whyNotEnroll(user)) return null
  return (
    <Card
      as="section"
      aria-label={t`Enrollment`}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3"
    >
      <div className="grid gap-1">
        <Price text={formatPrice(course.price)} struck={struck ? formatRupees(struck) : null} size="lg" />
        {note}
      </div>
      <div className="grow sm:max-w-64">
        <EnrollButton
          course={course}
          user={user}
          enrolled={false}
          agreement={course.price !== 0 && <AgreementNote to="order" className="mt-2 text-xs" />}
        />
      </div>
    </Card>
  )
}
