import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, maxPostLength } from '@virtual-courses/contract'
import { type FormEvent, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { randomId } from '#lib/random-id.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { Button } from '#ui/button.tsx'
import { DraftNotice } from '#ui/form/draft-notice.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/input.tsx'
import { toast } from '#ui/overlays/toast.ts'

/** Answers a question. */
export function AnswerForm({ questionId, onAnswered }: { questionId: string; onAnswered: () => void }) {
  const { t } = useLingui()
  const form = useForm({ text: '' })
  const draft = useDraft(form, { kind: 'answer', subject: questionId, version: () => undefined })
  const [busy, setBusy] = useState(false)
  const key = useRef(randomId())

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (form.values.text.trim() === '') return form.showErrors({ text: t`An answer is required` })
    setBusy(true)
    try {
      const body = { key: key.current, text: form.values.text }
      await browserApi(calls.questions.answer, { params: { questionId }, body })
      key.current = randomId()
      draft.drop()
      form.reset()
      toast.success(t`Your answer is shown`)
      onAnswered()
    } catch (error) {
      const failed = form.fail(error)
      if (!failed.errors.text) toast.error(failed)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form.ref} onSubmit={submit} noValidate className="grid gap-3 border-t border-line pt-4">
      <DraftNotice draft={draft.shown} when={draft.shown && <ReaderTime iso={draft.shown.at} look="dateTime" />} />
      <Field label={t`Your answer`} error={form.errors.text}>
        <Textarea
          name="text"
          rows={3}
          maxLength={maxPostLength}
          value={form.values.text}
          onChange={({ target }) => form.set('text', target.value)}
        />
      </Field>
      <div>
        <Button type="submit" size="sm" busy={busy}>
          <Trans>Answer</Trans>
        </Button>
      </div>
    </form>
  )
}
