import { api as calls } from '@virtual-courses/contract'
import { useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { messageOfError } from '#lib/message-of.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'

/** Ends the session for everybody, after a question. The room hears of the end over the socket, its educator too. */
export function EndSession({ lectureId }: { lectureId: string }) {
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)

  async function end() {
    setBusy(true)
    try {
      await browserApi(calls.live.end, { params: { lectureId } })
      setAsked(false)
    } catch (error) {
      toast.error(messageOfError(error, 'The session could not be ended'))
    }
    setBusy(false)
  }

  return (
    <>
      <Button variant="danger" onClick={() => setAsked(true)}>
        End session
      </Button>
      <AlertDialog
        open={asked}
        onOpenChange={setAsked}
        title="End this session?"
        text="Everybody leaves the room. The chat is closed with it."
        confirmLabel="End for everybody"
        danger
        busy={busy}
        onConfirm={() => void end()}
      />
    </>
  )
}
