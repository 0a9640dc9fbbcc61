import { Trans, useLingui } from '@lingui/react/macro'
import { type CourseReview, api as calls, isolate, maxReplyLength, maxReportLength } from '@virtual-courses/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useWholeEdit } from '#lib/forms/use-edit.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { useReportForm } from '#lib/reports/use-report-form.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { Button } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { DraftNotice } from '#ui/form/draft-notice.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/input.tsx'
import { ReasonFields } from '#ui/form/reason-fields.tsx'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'

/** Props of the forms and dialogs here, which are fetched when they are opened. */
export type ToolProps = { review: CourseReview; onClose: () => void }

/** Sends a call once at a time; afterwards the page is read again. */
function useSending() {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  return {
    busy,
    /** `failed` shows an error; without it a message does. */
    async send(call: () => Promise<{ message: string } | null>, done: () => void, failed?: (error: unknown) => void) {
      if (busy) return
      setBusy(true)
      try {
        const reply = await call()
        // decided against while it was asked about
        if (!reply) return
        toast.success(reply.message)
        await revalidate()
        done()
      } catch (error) {
        if (failed) failed(error)
        else toast.error(failureOf(error, t`Something went wrong`))
      } finally {
        setBusy(false)
      }
    },
  }
}

/** Returns a review as it is now; as it was read where it is not among the newest any more. */
async function findReview(review: CourseReview): Promise<CourseReview> {
  const query = { course: review.courseId, rating: review.rating, limit: 100 }
  const { reviews } = await browserApi(calls.reviews.mine, { query })
  return reviews.find(({ _id }) => _id === review._id) ?? review
}

/** The educator's reply, with the review above it. */
export function ReplyForm({ review, onClose }: ToolProps) {
  const { t } = useLingui()
  const form = useForm({ text: review.reply?.text ?? '' })
  const { busy, send } = useSending()
  const edit = useWholeEdit()
  const draft = useDraft(form, { kind: 'reply', subject: review._id, version: () => review.replyVersion })
  const end = () => {
    draft.drop()
    onClose()
  }
  const [asking, setAsking] = useState(false)
  const params = { reviewId: review._id }
  useEffect(() => form.ref.current?.querySelector('textarea')?.focus(), [form.ref])

  function save(event: FormEvent) {
    event.preventDefault()
    if (form.values.text.trim() === '') return form.showErrors({ text: t`A reply is required` })
    void send(
      async () => {
        let message: string | null = null
        const outcome = await edit.save({
          label: t`Your reply`,
          version: review.replyVersion,
          send: async (version) => {
            ;({ message } = await browserApi(calls.reviews.reply, {
              params,
              body: { text: form.values.text, version },
            }))
          },
          compare: async () => {
            const { reply, replyVersion } = await findReview(review)
            return { version: replyVersion, mine: form.values.text.trim(), theirs: reply?.text ?? '' }
          },
        })
        return outcome === 'canceled' ? null : { message: message ?? t`The reply is as it was saved elsewhere` }
      },
      end,
      (error) => {
        const failed = form.fail(error)
        if (!failed.errors.text) toast.error(failed)
      },
    )
  }

  return (
    <form ref={form.ref} onSubmit={save} noValidate className="mt-4 grid max-w-prose gap-3">
      <DraftNotice draft={draft.shown} when={draft.shown && <ReaderTime iso={draft.shown.at} look="dateTime" />} />
      <Field label={t`Your reply`} hint={t`Everyone who can see the course reads it.`} error={form.errors.text}>
        <Textarea
          name="text"
          rows={3}
          maxLength={maxReplyLength}
          value={form.values.text}
          onChange={({ target }) => form.set('text', target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={busy}>
          <Trans>Save reply</Trans>
        </Button>
        <Button variant="secondary" size="sm" onClick={end}>
          <Trans>Cancel</Trans>
        </Button>
        {review.reply && (
          <Button variant="ghost" size="sm" className="text-danger" onClick={() => setAsking(true)}>
            <Trans>Delete reply</Trans>
          </Button>
        )}
      </div>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Delete your reply?`}
        text={t`It disappears from the course. You can write another one.`}
        confirmLabel={t`Delete reply`}
        danger
        busy={busy}
        onConfirm={() => send(() => browserApi(calls.reviews.removeReply, { params }), end)}
      />
      <ChangedElsewhere {...edit.elsewhere} />
    </form>
  )
}

/** Asks for the reason of a report. */
export function ReportDialog({ review, onClose }: ToolProps) {
  const { t } = useLingui()
  const { form, choices, read } = useReportForm()
  return (
    <FormDialog
      title={t`Report this review`}
      text={t`The review by ${{ author: isolate(review.user.name) }}. An administrator decides whether it stays; its author does not learn who reported it.`}
      confirmLabel={t`Report review`}
      form={form}
      onClose={onClose}
      send={() => {
        const body = read()
        return body && browserApi(calls.reviews.report, { params: { reviewId: review._id }, body })
      }}
    >
      <ReasonFields form={form} choices={choices} maxLength={maxReportLength} />
    </FormDialog>
  )
}

/** Asks before the own review is deleted. */
export function DeleteReviewDialog({ review, onClose }: ToolProps) {
  const { t } = useLingui()
  const { busy, send } = useSending()
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Delete your review?`}
      text={
        review.reply
          ? t`Your stars and your comment disappear from the course, and so does the reply to them.`
          : t`Your stars and your comment disappear from the course.`
      }
      confirmLabel={t`Delete review`}
      danger
      busy={busy}
      onConfirm={() => send(() => browserApi(calls.reviews.remove, { params: { reviewId: review._id } }), onClose)}
    />
  )
}
