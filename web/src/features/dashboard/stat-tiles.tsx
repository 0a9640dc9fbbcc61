import { BookOpen, ListVideo, Star, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { StatTile } from '#ui/stat-tile.tsx'
import type { CourseFigures } from './course-figures.ts'

type Props = {
  courses: readonly CourseFigures[]
  /** how many reviews have 1 to 5 stars */
  ratingCounts: readonly number[]
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Published and not, in words. */
function shares(courses: readonly CourseFigures[]): ReactNode {
  const published = courses.filter((course) => course.published).length
  const drafts = courses.length - published
  return `${formatCount(published)} published, ${formatCount(drafts)} ${drafts === 1 ? 'draft' : 'drafts'}`
}

/** The sums over all courses. */
export function StatTiles({ courses, ratingCounts }: Props) {
  const reviews = sum(ratingCounts)
  const average = reviews === 0 ? 0 : sum(ratingCounts.map((count, index) => count * (index + 1))) / reviews
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <StatTile icon={<BookOpen />} label="Courses" value={formatCount(courses.length)} text={shares(courses)} />
      <StatTile
        icon={<ListVideo />}
        label="Lectures"
        value={formatCount(sum(courses.map(({ lectures }) => lectures)))}
        text="in all courses"
      />
      <StatTile
        icon={<Users />}
        label="Enrollments"
        value={formatCount(sum(courses.map(({ students }) => students)))}
        text="in all courses"
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
