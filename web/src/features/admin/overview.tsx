import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AdminOverview } from '@virtual-courses/contract'
import { BookOpen, CircleCheck, GraduationCap, HardDrive, IndianRupee, ListChecks, Users } from 'lucide-react'
import { formatCount, formatRupees } from '#lib/text/format.ts'
import { TimeSince } from '#lib/text/reader-clock.tsx'
import { adminPaths } from '#lib/work-paths.ts'
import { useFormatBytes } from '#ui/format-bytes.ts'
import { Card } from '#ui/layout/card.tsx'
import { StatTile } from '#ui/layout/stat-tile.tsx'

const sum = (...counts: number[]): string => formatCount(counts.reduce((total, count) => total + count, 0))

/** Totals of the platform. */
export function OverviewTiles({ overview }: { overview: AdminOverview }) {
  const formatBytes = useFormatBytes()
  const { users, courses, jobs, storage } = overview
  const { t } = useLingui()
  const people = [
    t`${plural({ count: users.student }, { one: '# student', other: '# students' })}`,
    t`${plural({ count: users.educator }, { one: '# educator', other: '# educators' })}`,
    t`${plural({ count: users.admin }, { one: '# admin', other: '# admins' })}`,
  ]
  if (users.suspended > 0) people.push(t`${{ count: formatCount(users.suspended) }} suspended`)
  const shelf = [
    t`${{ count: formatCount(courses.published) }} published`,
    t`${plural({ count: courses.draft }, { one: '# draft', other: '# drafts' })}`,
  ]
  if (courses.unlisted > 0) shelf.push(t`${{ count: formatCount(courses.unlisted) }} unlisted`)
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-3">
      <StatTile
        icon={<Users />}
        label={t`Users`}
        value={sum(users.student, users.educator, users.admin)}
        text={people.join(', ')}
        to={adminPaths.users}
      />
      <StatTile
        icon={<BookOpen />}
        label={t`Courses`}
        value={sum(courses.published, courses.draft, courses.unlisted)}
        text={shelf.join(', ')}
        to={adminPaths.courses}
      />
      <StatTile
        icon={<GraduationCap />}
        label={t`Enrollments`}
        value={formatCount(overview.enrolments)}
        text={t`of students in courses`}
      />
      <StatTile
        icon={<IndianRupee />}
        label={t`Revenue`}
        value={formatRupees(overview.revenue)}
        text={t`of paid orders, without refunds`}
      />
      <StatTile
        icon={<ListChecks />}
        label={t`Jobs`}
        value={formatCount(jobs.waiting + jobs.active)}
        text={t`${{ waiting: formatCount(jobs.waiting) }} waiting, ${{ running: formatCount(jobs.active) }} running, ${{ failed: formatCount(jobs.failed) }} failed`}
      />
      <StatTile
        icon={<HardDrive />}
        label={t`Storage`}
        value={formatBytes(storage.videoBytes)}
        text={t`in ${plural({ videos: storage.videos }, { one: '# video', other: '# videos' })}, and ${plural({ pictures: storage.pictures }, { one: '# picture', other: '# pictures' })}`}
      />
    </dl>
  )
}

/** Requests that ended with an internal error. The request id finds the entry in the log. */
export function ErrorList({ errors }: { errors: AdminOverview['errors'] }) {
  return (
    <Card as="section" aria-labelledby="errors" className="min-w-0">
      <h2 id="errors" className="font-sans text-lg font-semibold tracking-normal">
        <Trans>Recent errors</Trans>
      </h2>
      {errors.length === 0 ? (
        <p className="mt-3 flex items-center gap-2 text-muted">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" />
          <Trans>None in the last 30 days.</Trans>
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
                <Trans>
                  Request <span className="font-mono">{`${{ id: error.requestId }}`}</span>
                </Trans>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
