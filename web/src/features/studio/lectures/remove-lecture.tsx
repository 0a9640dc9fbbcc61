import { Trans, useLingui } from '@lingui/react/macro'
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
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function remove() {
    setBusy(true)
    try {
      await browserApi(calls.lectures.remove, { params: { lectureId: lecture._id } })
      toast.success(t`Lecture Removed`)
      onRemoved()
    } catch {
      // the specification has one message for all errors
      toast.error(t`Lecture remove error`)
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
        <Trans>Remove Lecture</Trans>
      </Button>
      <AlertDialog
        open={open}
        onOpenChange={setOpen}
        title={t`Remove “${{ lectureTitle: isolate(lecture.lectureTitle) }}”?`}
        text={t`The lecture and its video are deleted for everyone, including enrolled students. This cannot be undone.`}
        confirmLabel={t`Remove Lecture`}
        danger
        busy={busy}
        onConfirm={remove}
      />
    </>
  )
}
