import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { CourseCard } from '@virtual-courses/contract'
import { CalendarClock, Check, Languages, Users } from 'lucide-react'
import { categoryNames, levelNames } from '#lib/text/labels.ts'
import { courseLanguageNames } from '#lib/text/language-names.ts'
import { usePersonName } from '#lib/text/person-name.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { Rating } from '#ui/rating.tsx'
import type { Slot } from '#ui/slot.ts'

/** A titled list of short statements about a course. */
type TextListProps = {
  title: string
  items: readonly string[] /** beside one another on wide screens */
  columns?: boolean
  /** what stands below an item */
  below?: (item: string) => Slot
}

export function TextList({ title, items, columns = false, below }: TextListProps) {
  return (
    <section>
      <h2 className="text-2xl">{title}</h2>
      <ul className={cx('mt-4 grid gap-2.5', columns && items.length > 3 && 'sm:grid-cols-2 sm:gap-x-8')}>
        {items.map((item) => (
          <li key={item} className="flex items-start gap-3">
            <Check aria-hidden="true" strokeWidth={2.5} className="mt-1 size-4.5 shrink-0 text-link" />
            <div className="min-w-0">
              <span {...writtenIn()} className="wrap-anywhere">
                {item}
              </span>
              {below?.(item)}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Props = {
  course: CourseCard
  /** when the course was changed last; left out while it is not known yet */
  updatedAt?: string
  /** shown beside the average rating */
  reviews: string
  /** shows the draft badge */
  draft: boolean
}

/** Title, subtitle, average rating, language and last change of a course. */
export function CourseHead({ course, updatedAt, reviews, draft }: Props) {
  const { t } = useLingui()
  const educator = usePersonName()(course.creatorName)
  return (
    <header>
      <div className="flex flex-wrap gap-2">
        {course.category && <Badge tone="primary">{t(categoryNames[course.category])}</Badge>}
        {course.level && <Badge>{t(levelNames[course.level])}</Badge>}
        {draft && (
          <Badge tone="accent">
            <Trans>Draft</Trans>
          </Badge>
        )}
      </div>
      <h1 {...writtenIn(course.language)} className="mt-4 text-4xl wrap-anywhere">
        {course.title}
      </h1>
      {course.subTitle && (
        <p {...writtenIn(course.language)} className="mt-3 max-w-prose text-lg text-muted wrap-anywhere">
          {course.subTitle}
        </p>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex items-center gap-2">
          <Rating value={course.averageRating} full className="text-base" />
          <span className="text-muted">{reviews}</span>
        </p>
        <p className="min-w-0 text-muted wrap-anywhere">
          <Trans>
            By <bdi>{educator}</bdi>
          </Trans>
        </p>
        {course.enrolledCount > 0 && (
          <p className="flex items-center gap-1.5 text-muted">
            <Users aria-hidden="true" className="size-4.5" />
            <span>{t`${plural({ count: course.enrolledCount }, { one: '# student', other: '# students' })}`}</span>
          </p>
        )}
      </div>
      {/* a row of its own: in one with the others it would wrap in one font and not in the one before it has arrived */}
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex items-center gap-1.5 text-muted">
          <Languages aria-hidden="true" className="size-4.5" />
          <span>{t(courseLanguageNames[course.language])}</span>
        </p>
        {updatedAt !== undefined && (
          <p className="flex items-center gap-1.5 text-muted">
            <CalendarClock aria-hidden="true" className="size-4.5" />
            <span>
              <Trans>
                Last updated <ReaderTime iso={updatedAt} />
              </Trans>
            </span>
          </p>
        )}
      </div>
    </header>
  )
}
