import type { AdminOverview } from '@virtual-courses/contract'
import { BookOpen, GraduationCap, HardDrive, IndianRupee, ListChecks, Users } from 'lucide-react'
import { formatCount, formatRupees } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { formatBytes } from '#ui/format-bytes.ts'
import { StatTile } from '#ui/stat-tile.tsx'

const many = (count: number, one: string, more = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : more}`
const sum = (...counts: number[]): string => formatCount(counts.reduce((total, count) => total + count, 0))

/** The sums of the house. */
export function OverviewTiles({ overview }: { overview: AdminOverview }) {
  const { users, courses, jobs, storage } = overview
  const people = [many(users.student, 'student'), many(users.educator, 'educator'), many(users.admin, 'admin')]
  if (users.suspended > 0) people.push(`${formatCount(users.suspended)} suspended`)
  const shelf = [`${formatCount(courses.published)} published`, many(courses.draft, 'draft')]
  if (courses.unlisted > 0) shelf.push(`${formatCount(courses.unlisted)} unlisted`)
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-3">
      <StatTile
        icon={<Users />}
        label="Users"
        value={sum(users.student, users.educator, users.admin)}
        text={people.join(', ')}
        to={paths.adminUsers}
      />
      <StatTile
        icon={<BookOpen />}
        label="Courses"
        value={sum(courses.published, courses.draft, courses.unlisted)}
        text={shelf.join(', ')}
        to={paths.adminCourses}
      />
      <StatTile
        icon={<GraduationCap />}
        label="Enrollments"
        value={formatCount(overview.enrolments)}
        text="of students in courses"
      />
      <StatTile
        icon={<IndianRupee />}
        label="Revenue"
        value={formatRupees(overview.revenue)}
        text="of paid orders, without refunds"
      />
      <StatTile
        icon={<ListChecks />}
        label="Jobs"
        value={formatCount(jobs.waiting + jobs.active)}
        text={`${formatCount(jobs.waiting)} waiting, ${formatCount(jobs.active)} running, ${formatCount(jobs.failed)} failed`}
      />
      <StatTile
        icon={<HardDrive />}
        label="Storage"
        value={formatBytes(storage.videoBytes)}
        text={`in ${many(storage.videos, 'video')}, and ${many(storage.pictures, 'picture')}`}
      />
    </dl>
  )
}
