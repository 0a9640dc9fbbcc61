import { api as calls, type Lecture } from '@virtual-courses/contract'
import { type FormEvent, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { useForm } from '#lib/use-form.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { useLeaveGuard } from '#lib/use-leave-guard.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { LeaveDialog } from '#ui/leave-dialog.tsx'
import { SignedOutNotice } from '#ui/signed-out-notice.tsx'
import { Switch } from '#ui/switch.tsx'
import { toast } from '#ui/toast.ts'
import { emptyLecture, lectureBody } from './lecture-draft.ts'
import { LiveTimeField } from './live-time-field.tsx'

/** Adds a lecture to the end of a course; the form is empty again afterwards, ready for the next one. */
export function CreateLectureForm({
  courseId,
  onCreated,
}: {
  courseId: string
  onCreated: (lecture: Lecture) => void
}) {
  const title = useRef<HTMLInputElement>(null)
  const form = useForm(emptyLecture)
  const { values, errors } = form
  const { blocker } = useLeaveGuard(form.dirty)
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()

  async function create() {
    const wanted = lectureBody(values)
    if ('rejected' in wanted) {
      toast.error(wanted.rejected.message)
      form.showErrors(wanted.rejected.errors)
      return
    }
    setBusy(true)
    try {
      const { lecture } = await browserApi(calls.lectures.create, { params: { courseId }, body: wanted.body })
      toast.success('Lecture Created')
      form.reset()
      title.current?.focus()
      onCreated(lecture)
    } catch (error) {
      toast.error(form.fail(error).message)
    } finally {
      setBusy(false)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy) void create()
  }

  return (
    <Card>
      <form ref={form.ref} onSubmit={submit} noValidate className="grid gap-5">
        <Field label="Lecture title" required error={errors.lectureTitle}>
          <Input
            ref={title}
            name="lectureTitle"
            value={values.lectureTitle}
            autoComplete="off"
            onChange={({ target }) => form.set('lectureTitle', target.value)}
          />
        </Field>
        <Switch
          name="isLive"
          label="Live session"
          hint="You teach at a set time, with video and chat."
          checked={values.isLive}
          onChange={({ target }) => form.set('isLive', target.checked)}
        />
        {values.isLive && (
          <LiveTimeField
            value={values.liveStartTime}
            error={errors.liveStartTime}
            onChange={(value) => form.set('liveStartTime', value)}
          />
        )}
        {form.signedOut && <SignedOutNotice login={paths.login} />}
        <Button type="submit" busy={busy} disabled={!hydrated}>
          Create Lecture
        </Button>
      </form>
      <LeaveDialog blocker={blocker} />
    </Card>
  )
}
