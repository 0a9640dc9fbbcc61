import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { announcementsInWeek, api as calls, type ReplyOf } from '@virtual-courses/contract'
import { Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { unsavedTexts, useDraft } from '#lib/forms/use-draft.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { paths } from '#lib/paths.ts'
import { randomId } from '#lib/random-id.ts'
import { formatCount } from '#lib/text/format.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { DraftNotice } from '#ui/form/draft-notice.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Notice, SignedOutNotice } from '#ui/notice.tsx'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { useMissing, type Words, WordsFields } from './words-fields.tsx'

type Props = {
  courseId: string
  next: NonNullable<ReplyOf<typeof calls.announcements.ofCourse>['nextOne']>
  onSent: () => void
}

const inOneLine = (text: string): string => text.trim().replace(/\s+/g, ' ')

/** Whether an announcement has these words, as the server keeps them. */
const isSame = (one: Words, other: Words): boolean =>
  inOneLine(one.title) === inOneLine(other.title) && inOneLine(one.text) === inOneLine(other.text)

/** Writes an announcement to the students of a course. It is sent once it was confirmed. */
export function AnnounceForm({ courseId, next, onSent }: Props) {
  const { t } = useLingui()
  // the key is part of the draft: who reloads while it is being sent sends the same announcement again, not another one
  const form = useForm<Words & { key: string }>({ title: '', text: '', key: '' })
  const draft = useDraft(form, { kind: 'announcement', subject: courseId, version: () => undefined })
  const [asks, setAsks] = useState(false)
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()
  const missing = useMissing()
  const { students } = next
  const number = formatCount(students)

  function submit(event: FormEvent) {
    event.preventDefault()
    const errors = missing(form.values)
    if (errors) return form.showErrors(errors)
    setAsks(true)
  }

  async function send() {
    setBusy(true)
    try {
      const { title, text } = form.values
      const key = form.values.key || randomId()
      form.set('key', key)
      const body = { key, title, text }
      const { announcement } = await browserApi(calls.announcements.make, { params: { courseId }, body })
      if (!isSame(announcement, body)) {
        form.set('key', '')
        toast.info(t`This announcement had arrived already, as you wrote it then. You can edit it in the list.`)
        return onSent()
      }
      draft.drop()
      form.reset()
      const count = announcement.sent?.students ?? 0
      toast.success(
        count === 0
          ? t`Your announcement is in the course`
          : t`${plural(count, { one: 'Your announcement goes to # student', other: 'Your announcement goes to # students' })}`,
      )
      onSent()
    } catch (error) {
      const failed = form.fail(error)
      if (!failed.login && Object.keys(failed.errors).length === 0) toast.error(failed)
    } finally {
      setBusy(false)
      setAsks(false)
    }
  }

  return (
    <Card as="section" aria-labelledby="new-announcement">
      <h2 id="new-announcement" className="mb-4 font-sans text-lg">
        <Trans>New announcement</Trans>
      </h2>
      <form ref={form.ref} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <DraftNotice draft={draft.shown} when={draft.shown && <ReaderTime iso={draft.shown.at} look="dateTime" />} />
        {next.at !== null && (
          <Notice>
            <Trans>
              You have sent {announcementsInWeek} announcements in the last seven days. The next one can be sent from{' '}
              <ReaderTime iso={next.at} look="dateTime" />. What you write is kept until then.
            </Trans>
          </Notice>
        )}
        <WordsFields form={form} />
        {form.signedOut && <SignedOutNotice login={paths.login} />}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            type="submit"
            disabled={!hydrated || next.at !== null}
            icon={<Send aria-hidden="true" className="size-4.5 rtl:-scale-x-100" />}
          >
            <Trans>Send announcement</Trans>
          </Button>
          <p className="text-sm text-muted">
            {form.dirty
              ? t(unsavedTexts[draft.place])
              : t`At most ${{ most: announcementsInWeek }} in seven days, so that students keep reading them.`}
          </p>
        </div>
      </form>
      <AlertDialog
        open={asks}
        onOpenChange={(open) => !open && !busy && setAsks(false)}
        title={t`Send this announcement?`}
        text={
          students === 0
            ? t`No one is enrolled yet. Students who enroll later read it in the course; they are not notified of it.`
            : t`${plural(students, { one: `${number} student is notified now, in the app and by mail, as they have chosen. You can edit or delete it later, but mails cannot be called back.`, other: `${number} students are notified now, in the app and by mail, as they have chosen. You can edit or delete it later, but mails cannot be called back.` })}`
        }
        confirmLabel={
          students === 0
            ? t`Publish`
            : t`${plural(students, { one: `Send to ${number} student`, other: `Send to ${number} students` })}`
        }
        busy={busy}
        onConfirm={() => void send()}
      />
    </Card>
  )
}
