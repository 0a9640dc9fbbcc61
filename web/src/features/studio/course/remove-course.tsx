import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Course, api as calls, isolate } from '@virtual-courses/contract'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'

type Removable = Pick<Course, '_id' | 'title' | 'enrolledCount' | 'lectureCount'>

/** Returns the consequences of removing a course for its students and videos. */
export function removalText({ enrolledCount, lectureCount }: Omit<Removable, '_id' | 'title'>): MessageDescriptor {
  if (enrolledCount > 0)
    return msg`${plural(enrolledCount, { one: '# student is enrolled and keeps', other: '# students are enrolled and keep' })} the course with all its lectures for good. No one else can see or buy it any more, and you cannot edit or restore it.`
  return lectureCount > 0
    ? msg`No one is enrolled. The course is deleted permanently, with ${plural(lectureCount, { one: '# lecture and its video', other: '# lectures and their videos' })}. This cannot be undone.`
    : msg`No one is enrolled. The course is deleted permanently. This cannot be undone.`
}

/** Button that removes a course after a confirmation. */
export function RemoveCourse({ course, onRemoved }: { course: Removable; onRemoved: () => void }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function remove() {
    setBusy(true)
    try {
      await browserApi(calls.courses.remove, { params: { courseId: course._id } })
      toast.success(t`Course Deleted`)
      onRemoved()
    } catch (error) {
      toast.error(failureOf(error, t`Something went wrong`))
      setBusy(false)
      setOpen(false)
    }
  }

  return (
    <>
      <Button
        variant="secondary"
        block
        className="text-danger!"
        icon={<Trash2 aria-hidden="true" className="size-4.5" />}
        onClick={() => setOpen(true)}
      >
        <Trans>Remove Course</Trans>
      </Button>
      <AlertDialog
        open={open}
        onOpenChange={setOpen}
        title={t`Remove “${{ title: isolate(course.title) }}”?`}
        text={t(removalText(course))}
        confirmLabel={t`Remove Course`}
        danger
        busy={busy}
        onConfirm={remove}
      />
    </>
  )
}
