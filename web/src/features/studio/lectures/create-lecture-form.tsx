import { t as translate } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type BodyInput, api as calls, type Lecture } from '@virtual-courses/contract'
import { type FormEvent, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { unsavedTexts, useDraft } from '#lib/forms/use-draft.ts'
import { type FieldErrors, useForm } from '#lib/forms/use-form.ts'
import { useLeaveGuard } from '#lib/forms/use-leave-guard.ts'
import { paths } from '#lib/paths.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { Switch } from '#ui/form/checkbox.tsx'
import { DraftNotice } from '#ui/form/draft-notice.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Card } from '#ui/layout/card.tsx'
import { SignedOutNotice } from '#ui/notice.tsx'
import { LeaveDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'

/** Values of the form; `liveStartTime` is the value of a date-time input, in the user's time zone. */
type LectureDraft = { lectureTitle: string; isLive: boolean; liveStartTime: string }

export const emptyLecture: LectureDraft = { lectureTitle: '', isLive: false, liveStartTime: '' }

type CreateBody = BodyInput<typeof calls.lectures.create>
type Rejected = { message: string; errors: FieldErrors<keyof LectureDraft> }

/**
 * Returns the body of "create lecture", or why it cannot be sent. The start time is sent as an instant: the server reads a time
 * without a zone in the platform's zone, which may not be the educator's. For the browser.
 */
export function lectureBody(draft: LectureDraft): { body: CreateBody } | { rejected: Rejected } {
  const lectureTitle = draft.lectureTitle.trim()
  const start = new Date(draft.liveStartTime)
  if (draft.isLive && (!draft.liveStartTime || Number.isNaN(start.getTime()))) {
    const message = translate`Please select live start time if enabling live session`
    return {
      rejected: { message, errors: { liveStartTime: translate`Choose the date and time when the session starts` } },
    }
  }
  if (!lectureTitle) {
    const message = translate`Lecture title is required`
    return { rejected: { message, errors: { lectureTitle: message } } }
  }
  const liveStartTime = draft.isLive ? start.toISOString() : null
  return { body: { lectureTitle, isLive: draft.isLive, liveStartTime } }
}

/** Whether a start time lies before `now` (milliseconds): allowed, but students could join at once. */
export function isPast(startTime: string, now: number): boolean {
  const start = new Date(startTime).getTime()
  return !Number.isNaN(start) && start < now
}

type Props = { value: string; error: string | undefined; onChange: (value: string) => void }

/** Start of a live session in the educator's time zone. Shown after a click, so never rendered on the server. */
function LiveTimeField({ value, error, onChange }: Props) {
  const { t } = useLingui()
  const [now] = useState(() => Date.now())
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
  const hint = isPast(value, now)
    ? t`This time has passed: students could join at once.`
    : t`In your time zone (${zone})`
  return (
    <Field label={t`Live start time`} required error={error} hint={hint}>
      <Input
        name="liveStartTime"
        type="datetime-local"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

/** Form that adds a lecture to the end of a course. It is reset afterwards. */
export function CreateLectureForm({
  courseId,
  onCreated,
}: {
  courseId: string
  onCreated: (lecture: Lecture) => void
}) {
  const { t } = useLingui()
  const title = useRef<HTMLInputElement>(null)
  const form = useForm(emptyLecture)
  const { values, errors } = form
  const draft = useDraft(form, { kind: 'newLecture', subject: courseId, version: () => undefined })
  const { blocker } = useLeaveGuard(form.dirty)
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()

  async function create() {
    const checked = lectureBody(values)
    if ('rejected' in checked) {
      toast.error(checked.rejected.message)
      form.showErrors(checked.rejected.errors)
      return
    }
    setBusy(true)
    try {
      const { lecture } = await browserApi(calls.lectures.create, { params: { courseId }, body: checked.body })
      toast.success(t`Lecture Created`)
      form.reset()
      draft.drop()
      title.current?.focus()
      onCreated(lecture)
    } catch (error) {
      toast.error(form.fail(error))
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
      <form ref={form.ref} aria-label={t`Create Lecture`} onSubmit={submit} noValidate className="grid gap-5">
        <DraftNotice draft={draft.shown} when={draft.shown && <ReaderTime iso={draft.shown.at} look="dateTime" />} />
        <Field label={t`Lecture title`} required error={errors.lectureTitle}>
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
          label={t`Live session`}
          hint={t`You teach at a set time, with video and chat.`}
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
          <Trans>Create Lecture</Trans>
        </Button>
        <p aria-live="polite" className="-mt-3 min-h-5 text-sm text-muted">
          {form.dirty && !busy ? t(unsavedTexts[draft.place]) : ''}
        </p>
      </form>
      <LeaveDialog blocker={blocker} kept={draft.place !== 'nowhere'} />
    </Card>
  )
}
