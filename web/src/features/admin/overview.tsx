import type { AdminOverview } from '@virtual-courses/contract'
import { BookOpen, CircleCheck, GraduationCap, HardDrive, IndianRupee, ListChecks, Users } from 'lucide-react'
import { paths } from '#lib/paths.ts'
import { formatCount, formatRupees } from '#lib/text/format.ts'
import { TimeSince } from '#lib/text/reader-time.tsx'
import { useFormatBytes } from '#ui/format-bytes.ts'
import { Card } from '#ui/layout/card.tsx'
import { StatTile } from '#ui/layout/stat-tile.tsx'

const many = (count: number, one: string, more = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : more}`
const sum = (...counts: number[]): string => formatCount(counts.reduce((total, count) => total + count, 0))

/** Totals of the platform. */
export function OverviewTiles({ overview }: { overview: AdminOverview }) {
  const formatBytes = useFormatBytes()
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

/** Requests that ended with an internal error. The request id finds the entry in the log. */
export function ErrorList({ errors }: { errors: AdminOverview['errors'] }) {
  return (
    <Card as="section" aria-labelledby="errors" className="min-w-0">
      <h2 id="errors" className="font-sans text-lg font-semibold tracking-normal">
        Recent errors
      </h2>
      {errors.length === 0 ? (
        <p className="mt-3 flex items-center gap-2 text-muted">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" />
          None in the last 30 days.
        </p>
      ) : (
        <ul className="mt-2">
          {errors.map((error) => (
            <li key={error.requestId} className="border-line py-3 not-last:border-b">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                <span className="min-w-0 font-mono text-sm wrap-anywhere">
                  <span className="font-semibold">{error.method}</span>
                  <span>{` ${error.path}`}</span>
                </span>
                <TimeSince iso={error.at} className="text-sm text-muted" />
              </p>
              <p className="mt-1 text-sm wrap-anywhere">{error.message}</p>
              <p className="mt-0.5 text-sm text-muted wrap-anywhere">
                Request <span className="font-mono">{error.requestId}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
