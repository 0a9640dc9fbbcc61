import { Trans, useLingui } from '@lingui/react/macro'
import {
  ApiError,
  api as calls,
  maxPostLength,
  maxQuestionTitle,
  type ReportReason,
  reportReasons,
} from '@virtual-courses/contract'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { reportReasonNames } from '#lib/report-reasons.ts'
import { messageOfError } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input, Textarea } from '#ui/form/input.tsx'
import { AlertDialog, Dialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import type { Post } from './post.ts'

type FormProps = { post: Post; onClose: () => void; onChanged: () => void }

/** Changes an own question or answer, in its place. */
export function EditPostForm({ post, onClose, onChanged }: FormProps) {
  const { t } = useLingui()
  const form = useForm({ title: post.title ?? '', text: post.text })
  const [busy, setBusy] = useState(false)
  const isQuestion = post.title !== undefined
  useEffect(() => form.ref.current?.querySelector('textarea')?.focus(), [form.ref])

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const { title, text } = form.values
    if (isQuestion && title.trim() === '') return form.showErrors({ title: t`A question is required` })
    if (!isQuestion && text.trim() === '') return form.showErrors({ text: t`An answer is required` })
    setBusy(true)
    try {
      const body = { text, ...(isQuestion && { title }), ...(post.version && { version: post.version }) }
      await browserApi(calls.questions.edit, { params: { postId: post._id }, body })
      onChanged()
      onClose()
    } catch (error) {
      const { message, errors } = form.fail(error)
      if (Object.keys(errors).length === 0) toast.error(message)
      if (error instanceof ApiError && error.code === 'changed_elsewhere') onChanged()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form.ref} onSubmit={save} noValidate className="mt-3 grid gap-3">
      {isQuestion && (
        <Field label={t`Your question`} error={form.errors.title} required>
          <Input
            name="title"
            maxLength={maxQuestionTitle}
            value={form.values.title}
            onChange={({ target }) => form.set('title', target.value)}
          />
        </Field>
      )}
      <Field label={isQuestion ? t`More about it (optional)` : t`Your answer`} error={form.errors.text}>
        <Textarea
          name="text"
          rows={4}
          maxLength={maxPostLength}
          value={form.values.text}
          onChange={({ target }) => form.set('text', target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={busy}>
          <Trans>Save</Trans>
        </Button>
        <Button variant="secondary" size="sm" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}

type DeleteProps = { post: Post; onClose: () => void; onRemoved: () => void }

/** Asks before an own question or answer is deleted. */
export function DeletePostDialog({ post, onClose, onRemoved }: DeleteProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const isQuestion = post.title !== undefined
  async function remove() {
    setBusy(true)
    try {
      const { message } = await browserApi(calls.questions.remove, { params: { postId: post._id } })
      toast.success(message)
      onClose()
      onRemoved()
    } catch (error) {
      toast.error(messageOfError(error, t`Something went wrong`))
      onClose()
    } finally {
      setBusy(false)
    }
  }
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isQuestion ? t`Delete your question?` : t`Delete your answer?`}
      text={
        isQuestion
          ? t`It disappears for everyone. Once others have answered, a question can be edited, but not deleted.`
          : t`It disappears for everyone, with its votes.`
      }
      confirmLabel={isQuestion ? t`Delete question` : t`Delete answer`}
      danger
      busy={busy}
      onConfirm={remove}
    />
  )
}

type ReportProps = FormProps & { name: string }

/** Asks for the reason of a report. */
export function ReportPostDialog({ post, name, onClose, onChanged }: ReportProps) {
  const { t } = useLingui()
  const id = useId()
  const form = useForm({ reason: '', text: '' })
  const [busy, setBusy] = useState(false)

  async function report(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const reason = reportReasons.find((one) => one === form.values.reason)
    if (!reason) return form.showErrors({ reason: t`Please choose a reason` })
    setBusy(true)
    try {
      const body = { reason, text: form.values.text }
      const { message } = await browserApi(calls.questions.report, { params: { postId: post._id }, body })
      toast.success(message)
      onChanged()
      onClose()
    } catch (error) {
      const { message, errors } = form.fail(error)
      if (!errors.text) toast.error(message)
    } finally {
      setBusy(false)
    }
  }

  const option = (reason: ReportReason) => (
    <label key={reason} className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2 hover:bg-tint">
      <input
        type="radio"
        name="reason"
        value={reason}
        checked={form.values.reason === reason}
        onChange={() => form.set('reason', reason)}
        aria-invalid={form.errors.reason ? true : undefined}
        className="size-4.5 shrink-0 accent-primary"
      />
      <span>{t(reportReasonNames[reason])}</span>
    </label>
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={t`Report to the administrators`}
      text={t`What ${{ author: name }} wrote. An administrator decides whether it stays; its author does not learn who reported it.`}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={id} busy={busy}>
            <Trans>Send report</Trans>
          </Button>
        </>
      }
    >
      <form ref={form.ref} id={id} onSubmit={report} noValidate className="grid gap-4">
        <fieldset aria-describedby={form.errors.reason ? `${id}-reason` : undefined}>
          <legend className="mb-1 text-sm font-semibold">
            <Trans>What is wrong with it?</Trans>
          </legend>
          <div className="-mx-2">{reportReasons.map(option)}</div>
          <div aria-live="polite">
            {form.errors.reason && (
              <p id={`${id}-reason`} className="mt-1 text-sm font-medium text-danger">
                {form.errors.reason}
              </p>
            )}
          </div>
        </fieldset>
        <Field label={t`More about it (optional)`} error={form.errors.text}>
          <Textarea
            name="text"
            rows={2}
            maxLength={500}
            className="min-h-20"
            value={form.values.text}
            onChange={({ target }) => form.set('text', target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
