import { Trans, useLingui } from '@lingui/react/macro'
import type { AgendaDate, api, NextEntry, ReplyOf } from '@virtual-courses/contract'
import { CalendarClock, CirclePlay, Radio } from 'lucide-react'
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

function Titles({ of: { lectureTitle, courseTitle } }: { of: AgendaDate | NextEntry }) {
  return (
    <span className="min-w-0 flex-1">
      <span {...writtenIn()} className="block font-medium wrap-anywhere">
        {lectureTitle}
      </span>
      <span {...writtenIn()} className="block text-sm text-muted wrap-anywhere">
        {courseTitle}
      </span>
    </span>
  )
}

function DateRow({ date }: { date: AgendaDate }) {
  return (
    <li>
      <Link to={paths.learn(date.courseId, date.lectureId)} className={row}>
        {date.isLive ? (
          <Radio aria-hidden="true" className="text-danger" />
        ) : (
          <CalendarClock aria-hidden="true" className="text-link" />
        )}
        <Titles of={date} />
        {date.isLive ? (
          <Badge tone="danger">
            <Trans>Live now</Trans>
          </Badge>
        ) : (
          <ReaderTime
            iso={date.at}
            look="dateTime"
            className="max-w-28 shrink-0 text-end text-sm text-muted sm:max-w-none"
          />
        )}
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
                <li key={entry.lectureId}>
                  <Link to={paths.learn(entry.courseId, entry.lectureId)} prefetch="intent" className={row}>
                    <CirclePlay aria-hidden="true" className="text-link" />
                    <Titles of={entry} />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Card>
  )
}
