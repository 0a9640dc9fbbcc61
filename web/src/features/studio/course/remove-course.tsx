import { type Course, api as calls, isolate } from '@virtual-courses/contract'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { formatCount } from '#lib/text/format.ts'
import { messageOfError } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'

type Removable = Pick<Course, '_id' | 'title' | 'enrolledCount' | 'lectureCount'>

/** Returns the consequences of removing a course for its students and videos. */
export function removalText({ enrolledCount, lectureCount }: Omit<Removable, '_id' | 'title'>): string {
  if (enrolledCount > 0) {
    const students =
      enrolledCount === 1
        ? '1 student is enrolled and keeps'
        : `${formatCount(enrolledCount)} students are enrolled and keep`
    return `${students} the course with all its lectures for good. No one else can see or buy it any more, and you cannot edit or restore it.`
  }
  const lectures =
    lectureCount === 1 ? '1 lecture and its video' : `${formatCount(lectureCount)} lectures and their videos`
  return `No one is enrolled. The course is deleted permanently${lectureCount > 0 ? `, with ${lectures}` : ''}. This cannot be undone.`
}

/** Button that removes a course after a confirmation. */
export function RemoveCourse({ course, onRemoved }: { course: Removable; onRemoved: () => void }) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function remove() {
    setBusy(true)
    try {
      await browserApi(calls.courses.remove, { params: { courseId: course._id } })
      toast.success('Course Deleted')
      onRemoved()
    } catch (error) {
      toast.error(messageOfError(error, 'Something went wrong'))
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
        Remove Course
      </Button>
      <AlertDialog
        open={open}
        onOpenChange={setOpen}
        title={`Remove “${isolate(course.title)}”?`}
        text={removalText(course)}
        confirmLabel="Remove Course"
        danger
        busy={busy}
        onConfirm={remove}
      />
    </>
  )
}
