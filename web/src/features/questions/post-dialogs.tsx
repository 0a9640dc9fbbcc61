import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, maxPostLength, maxQuestionTitle, maxReportLength } from '@virtual-courses/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useEdit } from '#lib/forms/use-edit.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { useReportForm } from '#lib/reports/use-report-form.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { Button } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { DraftNotice } from '#ui/form/draft-notice.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input, Textarea } from '#ui/form/input.tsx'
import { ReasonFields } from '#ui/form/reason-fields.tsx'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import type { Post } from './post.ts'

type FormProps = { post: Post; onClose: () => void; onChanged: () => void }
type EditProps = FormProps & { /** Reads the post again. */ find: () => Promise<Post> }

const readPost = ({ title = '', text, version }: Post) => ({ values: { title, text }, version })

/** Changes an own question or answer, in its place. */
export function EditPostForm({ post, find, onClose, onChanged }: EditProps) {
  const { t } = useLingui()
  const form = useForm({ title: post.title ?? '', text: post.text })
  const [busy, setBusy] = useState(false)
  const isQuestion = post.title !== undefined
  const moreLabel = isQuestion ? t`More about it (optional)` : t`Your answer`
  const edit = useEdit(form, {
    stored: post,
    read: readPost,
    fetch: find,
    labels: { title: t`Your question`, text: moreLabel },
  })
  const draft = useDraft(form, { kind: 'post', subject: post._id, version: edit.version })
  const end = () => {
    draft.drop()
    onClose()
  }
  useEffect(() => form.ref.current?.querySelector('textarea')?.focus(), [form.ref])

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const { title, text } = form.values
    if (isQuestion && title.trim() === '') return form.showErrors({ title: t`A question is required` })
    if (!isQuestion && text.trim() === '') return form.showErrors({ text: t`An answer is required` })
    setBusy(true)
    try {
      const saved = await edit.save(async ({ values, version }) => {
        const body = { text: values.text, ...(isQuestion && { title: values.title }), version }
        const reply = await browserApi(calls.questions.edit, { params: { postId: post._id }, body })
        return { ...post, ...values, ...reply }
      })
      if (!saved) return
      onChanged()
      end()
    } catch (error) {
      const failed = form.fail(error)
      if (Object.keys(failed.errors).length === 0) toast.error(failed)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form.ref} onSubmit={save} noValidate className="mt-3 grid gap-3">
      <DraftNotice draft={draft.shown} when={draft.shown && <ReaderTime iso={draft.shown.at} look="dateTime" />} />
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
      <Field label={moreLabel} error={form.errors.text}>
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
        <Button variant="secondary" size="sm" onClick={end}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      <ChangedElsewhere {...edit.elsewhere} />
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
      toast.error(failureOf(error, t`Something went wrong`))
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
  const { form, choices, read } = useReportForm()

  async function report(body: NonNullable<ReturnType<typeof read>>) {
    const reply = await browserApi(calls.questions.report, { params: { postId: post._id }, body })
    onChanged()
    return reply
  }

  return (
    <FormDialog
      title={t`Report to the administrators`}
      text={t`What ${{ author: name }} wrote. An administrator decides whether it stays; its author does not learn who reported it.`}
      confirmLabel={t`Send report`}
      form={form}
      onClose={onClose}
      send={() => {
        const body = read()
        return body && report(body)
      }}
    >
      <ReasonFields form={form} choices={choices} maxLength={maxReportLength} />
    </FormDialog>
  )
}
