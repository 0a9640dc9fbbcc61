import type { Session } from '@virtual-courses/contract'
import { CircleHelp, Monitor, Smartphone } from 'lucide-react'
import { ReaderTime } from '#lib/reader-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { deviceOf } from './device-name.ts'

const icons = { handheld: Smartphone, computer: Monitor, unknown: CircleHelp }

type Props = { session: Session; ending: boolean; onEnd: () => void }

/** One browser in which the account is signed in. */
export function SessionRow({ session, ending, onEnd }: Props) {
  const { name, kind } = deviceOf(session.userAgent)
  const Icon = icons[kind]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4 sm:px-6">
      <span className="grid size-11 shrink-0 place-items-center rounded-md bg-tint text-link">
        <Icon aria-hidden="true" className="size-5.5" />
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {name}
          {session.current && (
            <Badge tone="success" dot>
              This browser
            </Badge>
          )}
        </p>
        <p className="text-sm text-muted">
          {session.current ? (
            'Active now'
          ) : (
            <>
              Last active <ReaderTime iso={session.lastSeenAt} look="dateTime" />
            </>
          )}
          {' · Signed in '}
          <ReaderTime iso={session.createdAt} />
        </p>
      </div>
      {!session.current && (
        <Button
          variant="secondary"
          size="sm"
          className="max-sm:ml-15"
          busy={ending}
          aria-label={`Log out ${name}`}
          onClick={onEnd}
        >
          Log out
        </Button>
      )}
    </li>
  )
}
