import { api as calls, isolate, type Lecture } from '@virtual-courses/contract'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { Button } from '#ui/button.tsx'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'

type Props = { lecture: Pick<Lecture, '_id' | 'lectureTitle'>; onRemoved: () => void }

/** Button that removes a lecture after a confirmation. */
export function RemoveLecture({ lecture, onRemoved }: Props) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function remove() {
    setBusy(true)
    try {
      await browserApi(calls.lectures.remove, { params: { lectureId: lecture._id } })
      toast.success('Lecture Removed')
      onRemoved()
    } catch {
      // the specification has one message for all errors
      toast.error('Lecture remove error')
      setBusy(false)
      setOpen(false)
    }
  }

  return (
    <>
      <Button
        variant="ghost"
        className="text-danger!"
        icon={<Trash2 aria-hidden="true" className="size-4.5" />}
        onClick={() => setOpen(true)}
      >
        Remove Lecture
      </Button>
      <AlertDialog
        open={open}
        onOpenChange={setOpen}
        title={`Remove “${isolate(lecture.lectureTitle)}”?`}
        text="The lecture and its video are deleted for everyone, including enrolled students. This cannot be undone."
        confirmLabel="Remove Lecture"
        danger
        busy={busy}
        onConfirm={remove}
      />
    </>
  )
}
