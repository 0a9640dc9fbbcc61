import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { TeachingSummary } from '@virtual-courses/contract'
import { BookOpen, CheckCheck, Star, Users } from 'lucide-react'
import { paths } from '#lib/paths.ts'
import { formatCount } from '#lib/text/format.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { StatTile } from '#ui/layout/stat-tile.tsx'

type Props = {
  summary: TeachingSummary
  /** share of the lectures that students completed, 0 to 1; null without any */
  completion: number | null
  /** Numbers of reviews with 1 to 5 stars. */
  ratingCounts: readonly number[]
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Totals of all courses. */
export function StatTiles({ summary, completion, ratingCounts }: Props) {
  const { t } = useLingui()
  const { published, lectures } = summary
  const drafts = summary.courses - published
  const reviews = sum(ratingCounts)
  const average = reviews === 0 ? 0 : sum(ratingCounts.map((count, index) => count * (index + 1))) / reviews
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <StatTile
        icon={<BookOpen />}
        label={t`Courses`}
        value={formatCount(summary.courses)}
        text={t`${{ published: formatCount(published) }} published, ${plural(drafts, { one: '# draft', other: '# drafts' })}, ${plural(lectures, { one: '# lecture', other: '# lectures' })}`}
        to={paths.myCourses}
      />
      <StatTile
        icon={<Users />}
        label={t`Enrollments`}
        value={formatCount(summary.enrolments)}
        text={t`in all courses`}
        to={studioPaths.students}
      />
      <StatTile
        icon={<CheckCheck />}
        label={t`Completion`}
        value={completion === null ? '–' : `${Math.round(completion * 100)} %`}
        text={t`of the lectures that students bought`}
        to={studioPaths.earnings}
      />
      <StatTile
        icon={<Star />}
        label={t`Average rating`}
        value={reviews === 0 ? '0' : average.toFixed(1)}
        text={t`${plural(reviews, { one: 'from # review', other: 'from # reviews' })}`}
        to={studioPaths.reviews()}
      />
    </dl>
  )
}
