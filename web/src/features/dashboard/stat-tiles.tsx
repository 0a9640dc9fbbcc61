import type { TeachingSummary } from '@virtual-courses/contract'
import { BookOpen, CheckCheck, Star, Users } from 'lucide-react'
import { paths } from '#lib/paths.ts'
import { formatCount } from '#lib/text/format.ts'
import { StatTile } from '#ui/layout/stat-tile.tsx'

type Props = {
  summary: TeachingSummary
  /** share of the lectures that students completed, 0 to 1; null without any */
  completion: number | null
  /** Numbers of reviews with 1 to 5 stars. */
  ratingCounts: readonly number[]
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Numbers of published courses and drafts. */
function shares({ courses, published }: TeachingSummary): string {
  const drafts = courses - published
  return `${formatCount(published)} published, ${formatCount(drafts)} ${drafts === 1 ? 'draft' : 'drafts'}`
}

/** Totals of all courses. */
export function StatTiles({ summary, completion, ratingCounts }: Props) {
  const reviews = sum(ratingCounts)
  const average = reviews === 0 ? 0 : sum(ratingCounts.map((count, index) => count * (index + 1))) / reviews
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <StatTile
        icon={<BookOpen />}
        label="Courses"
        value={formatCount(summary.courses)}
        text={`${shares(summary)}, ${formatCount(summary.lectures)} ${summary.lectures === 1 ? 'lecture' : 'lectures'}`}
        to={paths.myCourses}
      />
      <StatTile
        icon={<Users />}
        label="Enrollments"
        value={formatCount(summary.enrolments)}
        text="in all courses"
        to={paths.myStudents}
      />
      <StatTile
        icon={<CheckCheck />}
        label="Completion"
        value={completion === null ? '–' : `${Math.round(completion * 100)} %`}
        text="of the lectures that students bought"
        to={paths.earnings}
      />
      <StatTile
        icon={<Star />}
        label="Average rating"
        value={reviews === 0 ? '0' : average.toFixed(1)}
        text={reviews === 1 ? 'from 1 review' : `from ${formatCount(reviews)} reviews`}
        to={paths.myReviews()}
      />
    </dl>
  )
}
