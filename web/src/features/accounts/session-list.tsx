import { api as calls, type Session } from '@virtual-courses/contract'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { messageOfError } from '#lib/message-of.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { toast } from '#ui/toast.ts'
import { SessionRow } from './session-row.tsx'

/** The browsers in which the account is signed in, each with a way to end it. */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const { revalidate } = useRevalidator()
  /** the id of the session that is being ended, or all others */
  const [ending, setEnding] = useState<string | 'others' | null>(null)
  const [asking, setAsking] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const others = sessions.filter((session) => !session.current).length

  async function end(which: string | 'others', call: () => Promise<{ message: string }>) {
    if (ending !== null) return
    setEnding(which)
    try {
      toast.success((await call()).message)
    } catch (error) {
      toast.error(messageOfError(error, 'Something went wrong'))
    }
    // also after a failure: it may be gone already
    await revalidate()
    setEnding(null)
    setAsking(false)
    // the button that had the focus may be gone with its row
    if (document.activeElement === document.body) list.current?.focus()
  }

  return (
    <>
      <Card flush>
        <ul ref={list} tabIndex={-1} aria-label="Sessions" className="divide-y divide-line outline-none">
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
          Log out everywhere else
        </Button>
      ) : (
        <p className="mt-6 text-muted">You are not signed in anywhere else.</p>
      )}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Log out everywhere else?"
        text={
          others === 1
            ? 'One other browser will be logged out. You stay signed in here.'
            : `${others} other browsers will be logged out. You stay signed in here.`
        }
        confirmLabel="Log out everywhere else"
        danger
        busy={ending === 'others'}
        onConfirm={() => end('others', () => browserApi(calls.accounts.endOtherSessions))}
      />
    </>
  )
}
