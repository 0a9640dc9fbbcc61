import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { EnrolledCourse } from '@virtual-courses/contract'
import { GraduationCap, Play } from 'lucide-react'
import { useId } from 'react'
import { paths } from '#lib/paths.ts'
import { categoryNames, levelNames } from '#lib/text/labels.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Card } from '#ui/layout/card.tsx'
import type { Slot } from '#ui/slot.ts'

type Props = {
  course: EnrolledCourse
  picture: Slot
  /** The student's progress. */
  progress: Slot
  /** The lecture to continue with; null for a course without lectures. */
  lectureId: string | null
  /** lectures that came since the last visit */
  newLectures: number
}

/** Card of a course that the student bought. */
export function EnrolledCard({ course, picture, progress, lectureId, newLectures }: Props) {
  const { t } = useLingui()
  const titleId = useId()
  return (
    <Card as="article" aria-labelledby={titleId} flush className="flex h-full flex-col">
      {picture}
      <div className="flex flex-1 flex-col p-4 sm:p-5">
        <div className="flex flex-wrap gap-2">
          {course.category && <Badge tone="primary">{t(categoryNames[course.category])}</Badge>}
          {course.level && <Badge>{t(levelNames[course.level])}</Badge>}
          {newLectures > 0 && (
            <Badge tone="accent" dot>
              {t`${plural(newLectures, { one: '# new lecture', other: '# new lectures' })}`}
            </Badge>
          )}
        </div>
        <h2
          {...writtenIn()}
          id={titleId}
          className="mt-3 mb-5 line-clamp-2 font-sans text-lg leading-[1.625rem] font-semibold tracking-[-0.01em] wrap-anywhere"
        >
          {course.title}
        </h2>
        {progress && <div className="mt-auto pb-5">{progress}</div>}
        <ButtonLink
          to={paths.learn(course._id, lectureId)}
          block
          className={cx(!progress && 'mt-auto')}
          prefetch="intent"
          aria-describedby={titleId}
          icon={<Play aria-hidden="true" className="size-4.5" />}
        >
          <Trans>Watch Now</Trans>
        </ButtonLink>
        <ButtonLink
          to={paths.askTutor(course._id, lectureId)}
          block
          variant="ghost"
          size="sm"
          className="mt-2"
          aria-describedby={titleId}
          icon={<GraduationCap aria-hidden="true" className="size-4.5" />}
        >
          <Trans>Ask about this course</Trans>
        </ButtonLink>
      </div>
    </Card>
  )
}
