import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type Session } from '@virtual-courses/contract'
import { CircleHelp, Monitor, Smartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useReread } from '#lib/session/use-reread.ts'
import { type Failure, failureOf } from '#lib/text/message-of.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { deviceOf } from './device-name.ts'

const icons = { handheld: Smartphone, computer: Monitor, unknown: CircleHelp }

type Props = { session: Session; ending: boolean; onEnd: () => void }

/** A session: browser, system and last use. */
export function SessionRow({ session, ending, onEnd }: Props) {
  const { t } = useLingui()
  const { name, kind } = deviceOf(session.userAgent, t)
  const Icon = icons[kind]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4 sm:px-6">
      <span className="grid size-11 shrink-0 place-items-center rounded-md bg-tint text-link">
        <Icon aria-hidden="true" className="size-5.5" />
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span>{name}</span>
          {session.current && (
            <Badge tone="success" dot>
              <Trans>This browser</Trans>
            </Badge>
          )}
        </p>
        <p className="text-sm text-muted">
          <span>
            {session.current ? (
              <Trans>Active now</Trans>
            ) : (
              <Trans>
                Last active <ReaderTime iso={session.lastSeenAt} look="dateTime" />
              </Trans>
            )}
          </span>
          <span>{' · '}</span>
          <span>
            <Trans>
              Signed in <ReaderTime iso={session.createdAt} />
            </Trans>
          </span>
          {session.place && (
            <>
              <span>{' · '}</span>
              <span>{t`Network ${session.place}`}</span>
            </>
          )}
        </p>
      </div>
      {!session.current && (
        <Button
          variant="secondary"
          size="sm"
          className="max-sm:ms-15"
          busy={ending}
          aria-label={t`Log out ${name}`}
          onClick={onEnd}
        >
          <Trans>Log out</Trans>
        </Button>
      )}
    </li>
  )
}

/** Sessions of the account, each with a button that ends it. */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useLingui()
  const reread = useReread()
  /** The id of the session that is being ended, or all others. */
  const [ending, setEnding] = useState<string | 'others' | null>(null)
  const [asking, setAsking] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const others = sessions.filter((session) => !session.current).length

  async function end(which: string | 'others', call: () => Promise<{ message: string }>) {
    if (ending !== null) return
    setEnding(which)
    let failure: Failure | undefined
    try {
      toast.success((await call()).message)
    } catch (error) {
      failure = failureOf(error, t`Something went wrong`)
      toast.error(failure)
    }
    // after a failure too, as that session may have ended already
    await reread(failure)
    setEnding(null)
    setAsking(false)
    // the button that had the focus may have been removed with its row
    if (document.activeElement === document.body) list.current?.focus()
  }

  return (
    <>
      <Card flush>
        <ul ref={list} tabIndex={-1} aria-label={t`Sessions`} className="divide-y divide-line outline-none">
          {sessions.map((session) => (
            <SessionRow
              key={session._id}
              session={session}
              ending={ending === session._id}
              onEnd={() =>
                end(session._id, () => browserApi(calls.accounts.endSession, { params: { sessionId: session._id } }))
              }
            />
          ))}
        </ul>
      </Card>
      {others > 0 ? (
        <Button variant="danger" className="mt-6 max-sm:w-full" onClick={() => setAsking(true)}>
          <Trans>Log out everywhere else</Trans>
        </Button>
      ) : (
        <p className="mt-6 text-muted">
          <Trans>You are not signed in anywhere else.</Trans>
        </p>
      )}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Log out everywhere else?`}
        text={t`${plural(
          { count: others },
          {
            one: 'One other browser will be logged out. You stay signed in here.',
            other: '# other browsers will be logged out. You stay signed in here.',
          },
        )}`}
        confirmLabel={t`Log out everywhere else`}
        danger
        busy={ending === 'others'}
        onConfirm={() => end('others', () => browserApi(calls.accounts.endOtherSessions))}
      />
    </>
  )
}
