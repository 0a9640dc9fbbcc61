import { Trans } from '@lingui/react/macro'
import type { TeachingSummary } from '@virtual-courses/contract'
import { Radio } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/layout/card.tsx'

/** Live and scheduled sessions, each with a link to its room. */
export function SessionList({ sessions }: { sessions: TeachingSummary['sessions'] }) {
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <li
            key={session.lectureId}
            className="relative flex items-center gap-4 px-5 py-4 transition-colors hover:bg-tint"
          >
            <span
              aria-hidden="true"
              className="grid size-10 shrink-0 place-items-center rounded-md bg-primary-soft text-on-primary-soft"
            >
              <Radio className="size-5" />
            </span>
            <div className="min-w-0 flex-1">
              <Link
                {...writtenIn()}
                to={paths.learn(session.courseId, session.lectureId)}
                className="line-clamp-2 leading-snug font-semibold wrap-anywhere after:absolute after:inset-0"
              >
                {session.title}
              </Link>
              <p {...writtenIn()} className="truncate text-sm text-muted">
                {session.courseTitle}
              </p>
            </div>
            {session.live ? (
              <Badge tone="danger" dot>
                <Trans>Live now</Trans>
              </Badge>
            ) : (
              session.startTime && (
                <ReaderTime
                  iso={session.startTime}
                  look="dateTime"
                  className="tabular max-w-28 shrink-0 text-end text-sm text-muted"
                />
              )
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
