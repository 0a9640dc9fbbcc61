import { Trans, useLingui } from '@lingui/react/macro'
import type { CourseDetails, PublicSettings } from '@virtual-courses/contract'
import { CircleCheck } from 'lucide-react'
import { storeCopy } from '#features/courses/store-copy.ts'
import { useFormats } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Price } from '#ui/price.tsx'
import { Rating } from '#ui/rating.tsx'

/** What differs between the texts of the course page, with a course that is for sale. */
export function StoreCopyPreview({ course, mode }: { course: CourseDetails; mode: PublicSettings['storeCopy'] }) {
  const { i18n } = useLingui()
  const formats = useFormats()
  const copy = storeCopy(mode, course, i18n)
  const title = (
    <span {...writtenIn(course.language)} className="wrap-anywhere">
      {course.title}
    </span>
  )
  return (
    <figure className="rounded-lg border border-line bg-page p-4" aria-live="polite">
      <figcaption className="text-sm text-muted">
        {mode === 'fixed' ? (
          <Trans>
            How “{title}” looks: the number of reviews, the struck price and the hours are the same for every course
          </Trans>
        ) : (
          <Trans>How “{title}” looks</Trans>
        )}
      </figcaption>
      <div className="mt-3 flex flex-wrap items-baseline gap-x-6 gap-y-2">
        <Price text={formats.formatPrice(course.price)} struck={copy.struckPrice} size="lg" />
        <span className="flex items-center gap-2">
          <Rating value={course.averageRating} full />
          <span className="text-sm text-muted">{copy.reviews}</span>
        </span>
      </div>
      <ul className="mt-3 grid gap-1.5 text-sm">
        {copy.bullets.map((bullet) => (
          <li key={bullet} className="flex items-center gap-2">
            <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success" />
            <span>{bullet}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}
