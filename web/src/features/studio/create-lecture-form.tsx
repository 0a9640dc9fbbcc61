import { api as calls, type Lecture } from '@virtual-courses/contract'
import { type FormEvent, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { useDraft } from '#lib/use-draft.ts'
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
import { emptyLecture, type LectureDraft, lectureBody } from './lecture-draft.ts'
import { LiveTimeField } from './live-time-field.tsx'
import { useFaults } from './use-faults.ts'

/** Adds a lecture to the end of a course; the form is empty again afterwards, ready for the next one. */
export function CreateLectureForm({
  courseId,
  onCreated,
}: {
  courseId: string
  onCreated: (lecture: Lecture) => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const title = useRef<HTMLInputElement>(null)
  const { draft, dirty, set, clear: empty } = useDraft<LectureDraft>(form, emptyLecture)
  const { faults, signedOut, show, clear, fail } = useFaults<LectureDraft>(form)
  const { blocker } = useLeaveGuard(dirty)
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()

  async function create() {
    const wanted = lectureBody(draft)
    if ('refused' in wanted) {
      toast.error(wanted.refused.message)
      show(wanted.refused.faults)
      return
    }
    setBusy(true)
    try {
      const { lecture } = await browserApi(calls.lectures.create, { params: { courseId }, body: wanted.body })
      toast.success('Lecture Created')
      empty()
      title.current?.focus()
      onCreated(lecture)
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy) void create()
  }

  function edit<Name extends keyof LectureDraft>(name: Name, value: LectureDraft[Name]) {
    set(name, value)
    clear(name)
  }

  return (
    <Card>
      <form ref={form} onSubmit={submit} noValidate className="grid gap-5">
        <Field label="Lecture title" required error={faults.lectureTitle}>
          <Input
            ref={title}
            name="lectureTitle"
            value={draft.lectureTitle}
            autoComplete="off"
            onChange={({ target }) => edit('lectureTitle', target.value)}
          />
        </Field>
        <Switch
          name="isLive"
          label="Live session"
          hint="You teach at a set time, with video and chat."
          checked={draft.isLive}
          onChange={({ target }) => edit('isLive', target.checked)}
        />
        {draft.isLive && (
          <LiveTimeField
            value={draft.liveStartTime}
            fault={faults.liveStartTime}
            onChange={(value) => edit('liveStartTime', value)}
          />
        )}
        {signedOut && <SignedOutNotice login={paths.login} />}
        <Button type="submit" busy={busy} disabled={!hydrated}>
          Create Lecture
        </Button>
      </form>
      <LeaveDialog blocker={blocker} />
    </Card>
  )
}
