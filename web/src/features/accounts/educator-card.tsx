import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CourseDetails, PublicUser } from '@virtual-courses/contract'
import { Mail } from 'lucide-react'
import { usePersonName } from '#lib/text/person-name.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Avatar } from '#ui/avatar.tsx'

type Props = {
  educator: Pick<PublicUser, 'name' | 'description' | 'photoUrl'> & { email?: string }
  /** Shown instead of an empty bio. */
  noBio: string
  /** Their published courses in numbers. */
  figures?: CourseDetails['instructor']
}

/** "4.6 average rating · 210 reviews · 3,400 enrollments · 12 courses", without what there is none of. */
function Figures({ courses, enrolments, reviews, averageRating }: CourseDetails['instructor']) {
  const { t } = useLingui()
  const rating = averageRating.toFixed(1)
  const figures = [
    reviews > 0 && t`${rating} average rating`,
    reviews > 0 && t`${plural({ count: reviews }, { one: '# review', other: '# reviews' })}`,
    enrolments > 0 && t`${plural({ count: enrolments }, { one: '# enrollment', other: '# enrollments' })}`,
    courses > 0 && t`${plural({ count: courses }, { one: '# course', other: '# courses' })}`,
  ]
  return <p className="mt-0.5 text-sm text-muted">{figures.filter(Boolean).join(' · ')}</p>
}

/** Card of an educator: photo or initial, name, figures, bio, and email address. */
export function EducatorCard({ educator, noBio, figures }: Props) {
  const nameOf = usePersonName()
  return (
    <div className="flex items-start gap-4">
      <Avatar name={educator.name} photo={educator.photoUrl} size="lg" />
      <div className="min-w-0">
        <p {...writtenIn()} className="text-lg font-semibold wrap-anywhere">
          {nameOf(educator.name)}
        </p>
        {figures && <Figures {...figures} />}
        <p className="mt-1 whitespace-pre-line text-muted wrap-anywhere">{educator.description || noBio}</p>
        {educator.email && (
          <a
            href={`mailto:${educator.email}`}
            className="mt-2 inline-flex min-h-8 items-center gap-2 text-link underline-offset-4 wrap-anywhere hover:underline"
          >
            <Mail aria-hidden="true" className="size-4 shrink-0" />
            <span>{educator.email}</span>
          </a>
        )}
      </div>
    </div>
  )
}
