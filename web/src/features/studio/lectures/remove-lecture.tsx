import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate, type Lecture } from '@virtual-courses/contract'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { failureSaying } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'

type Props = { lecture: Pick<Lecture, '_id' | 'lectureTitle'>; onRemoved: () => void }

type DialogProps = Props & { open: boolean; onOpenChange: (open: boolean) => void }

/** Asks whether to remove a lecture, and does so. */
export function RemoveLectureDialog({ lecture, onRemoved, open, onOpenChange }: DialogProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)

  async function remove() {
    setBusy(true)
    try {
      await browserApi(calls.lectures.remove, { params: { lectureId: lecture._id } })
      toast.success(t`Lecture Removed`)
      setBusy(false)
      onRemoved()
    } catch (error) {
      // the specification has one message for all errors
      toast.error(failureSaying(error, t`Lecture remove error`))
      setBusy(false)
      onOpenChange(false)
    }
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Remove “${{ lectureTitle: isolate(lecture.lectureTitle) }}”?`}
      text={t`The lecture and its video are deleted for everyone, including enrolled students. This cannot be undone.`}
      confirmLabel={t`Remove Lecture`}
      danger
      busy={busy}
      onConfirm={remove}
    />
  )
}

/** Button that removes a lecture after a confirmation. */
export function RemoveLecture(props: Props) {
  const [open, setOpen] = useState(false)
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
      <RemoveLectureDialog {...props} open={open} onOpenChange={setOpen} />
    </>
  )
}
