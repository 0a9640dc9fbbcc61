import { Trans, useLingui } from '@lingui/react/macro'
import type { AgendaDate, api, NextEntry, ReplyOf } from '@virtual-courses/contract'
import { CalendarClock, CirclePlay, ClipboardList, ListChecks, LockOpen, Radio } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { Card } from '#ui/layout/card.tsx'
import type { Slot } from '#ui/slot.ts'

type Agenda = ReplyOf<typeof api.agenda.read>

const row =
  'flex min-h-14 items-center gap-3 rounded-md px-2 py-2 -mx-2 transition-colors hover:bg-tint [&_svg]:size-5 [&_svg]:shrink-0'

function Titles({ of: { lectureTitle, courseTitle } }: { of: Pick<NextEntry, 'lectureTitle' | 'courseTitle'> }) {
  return (
    <span className="min-w-0 flex-1 basis-40">
      <span {...writtenIn()} className="block font-medium wrap-anywhere">
        {lectureTitle}
      </span>
      <span {...writtenIn()} className="block text-sm text-muted wrap-anywhere">
        {courseTitle}
      </span>
    </span>
  )
}

const icons = { session: CalendarClock, due: ClipboardList, closes: ListChecks, opens: LockOpen }
const kindOf = { session: undefined, due: 'assignment', closes: 'quiz', opens: undefined } as const
const entryIcons = { lecture: CirclePlay, quiz: ListChecks, assignment: ClipboardList }

/** When it is, and what happens then where that is not a session. */
function When({ date: { kind, at } }: { date: AgendaDate }) {
  const time = <ReaderTime iso={at} look="dateTime" />
  return (
    <span className="text-sm text-muted">
      {kind === 'due' ? (
        <Trans>Due {time}</Trans>
      ) : kind === 'closes' ? (
        <Trans>Closes {time}</Trans>
      ) : kind === 'opens' ? (
        <Trans>Opens {time}</Trans>
      ) : (
        time
      )}
    </span>
  )
}

function DateRow({ date }: { date: AgendaDate }) {
  const Icon = date.isLive ? Radio : icons[date.kind]
  return (
    <li>
      <Link to={paths.entry(date.courseId, { _id: date.lectureId, kind: kindOf[date.kind] })} className={row}>
        <Icon aria-hidden="true" className={date.isLive ? 'text-danger' : 'text-link'} />
        {/* on the narrowest screens the time stands below */}
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <Titles of={date} />
          {date.isLive ? (
            <Badge tone="danger">
              <Trans>Live now</Trans>
            </Badge>
          ) : (
            <When date={date} />
          )}
        </span>
      </Link>
    </li>
  )
}

function NextRow({ entry: { kind, courseId, lectureId, ...titles } }: { entry: NextEntry }) {
  const Icon = entryIcons[kind]
  const to = paths.entry(courseId, { _id: lectureId, kind: kind === 'lecture' ? undefined : kind })
  return (
    <li>
      <Link to={to} prefetch="intent" className={row}>
        <Icon aria-hidden="true" className="text-link" />
        <Titles of={titles} />
      </Link>
    </li>
  )
}

/** What the user does next, above their courses: coming dates, and where they go on. Nothing where there is neither. */
export function NextUp({ agenda: { dates, next }, calendar }: { agenda: Agenda; calendar: Slot }) {
  const { t } = useLingui()
  if (dates.length === 0 && next.length === 0) return null
  const both = dates.length > 0 && next.length > 0
  return (
    <Card as="section" aria-label={t`What comes next`} className="mb-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-display text-xl font-bold">
          <Trans>What comes next</Trans>
        </h2>
        {calendar}
      </div>
      <div className={cx('mt-3 grid gap-x-10 gap-y-3', both && 'lg:grid-cols-2')}>
        {dates.length > 0 && (
          <div>
            <h3 className="text-sm font-semibold text-muted">
              <Trans>Dates</Trans>
            </h3>
            <ul className="mt-1">
              {dates.map((date) => (
                <DateRow key={`${date.kind} ${date.lectureId}`} date={date} />
              ))}
            </ul>
          </div>
        )}
        {next.length > 0 && (
          <div>
            <h3 className="text-sm font-semibold text-muted">
              <Trans>Go on with</Trans>
            </h3>
            <ul className={cx('mt-1', !both && 'grid gap-x-10 lg:grid-cols-2')}>
              {next.map((entry) => (
                <NextRow key={entry.lectureId} entry={entry} />
              ))}
            </ul>
          </div>
        )}
      </div>
    </Card>
  )
}
