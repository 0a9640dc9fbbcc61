import type { CreatorCourse } from '@virtual-courses/contract'
import { BookOpen, ListVideo, Star, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { StatTile } from '#ui/stat-tile.tsx'

/** Numbers of a course on the dashboard. */
export type CourseFigures = {
  _id: string
  title: string
  published: boolean
  /** In rupees; null while none is set. */
  price: number | null
  lectures: number
  students: number
}

export const figuresOf = (course: CreatorCourse): CourseFigures => ({
  _id: course._id,
  title: course.title,
  published: course.isPublished,
  price: course.price,
  lectures: course.lectures.length,
  students: course.enrolledStudents.length,
})

/**
 * Returns the total earning in rupees: price times enrolled students, over all courses (specification, section 9). Summed in
 * paise, to avoid rounding errors.
 */
export const totalEarning = (courses: readonly Pick<CourseFigures, 'price' | 'students'>[]): number =>
  courses.reduce((paise, { price, students }) => paise + Math.round((price ?? 0) * 100) * students, 0) / 100

type Props = {
  courses: readonly CourseFigures[]
  /** Numbers of reviews with 1 to 5 stars. */
  ratingCounts: readonly number[]
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Numbers of published courses and drafts. */
function shares(courses: readonly CourseFigures[]): ReactNode {
  const published = courses.filter((course) => course.published).length
  const drafts = courses.length - published
  return `${formatCount(published)} published, ${formatCount(drafts)} ${drafts === 1 ? 'draft' : 'drafts'}`
}

/** Totals of all courses. */
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
