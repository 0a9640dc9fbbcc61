import { Trans, useLingui } from '@lingui/react/macro'
import { type CourseQuestion, api as calls, maxPostLength, maxQuestionTitle } from '@virtual-courses/contract'
import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { formatClock } from '#lib/text/format.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { Button } from '#ui/button.tsx'
import { DraftNotice } from '#ui/form/draft-notice.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input, Textarea } from '#ui/form/input.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { QuestionRow } from './question-list.tsx'
import type { AskedLecture } from './use-questions-view.ts'

type Props = {
  courseId: string
  /** the lecture, and the second of its video, at which the form was opened */
  lecture: AskedLecture
  second: number | null
  /** what the question begins with */
  title?: string
  /** of the request, however often it is sent */
  requestKey: string
  onOpen: (id: string) => void
  onBack: () => void
}

/** Questions that are similar to what is typed; an error shows none. */
function useSimilar(courseId: string, text: string): CourseQuestion[] {
  const [found, setFound] = useState<CourseQuestion[]>([])
  useEffect(() => {
    if (text.length < 3) return setFound([])
    let left = false
    const timer = setTimeout(() => {
      browserApi(calls.questions.similar, { params: { courseId }, query: { text } }).then(
        ({ questions }) => !left && setFound(questions),
        () => {},
      )
    }, 400)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [courseId, text])
  return found
}

/** Asks about a lecture or a second of its video. What was asked before is shown while one types. */
export function AskForm({ courseId, lecture, second, title: begun = '', requestKey, onOpen, onBack }: Props) {
  const { t } = useLingui()
  const form = useForm({ title: begun, text: '', pinned: second !== null })
  const draft = useDraft(form, { kind: 'question', subject: lecture._id, version: () => undefined })
  const [busy, setBusy] = useState(false)
  const similar = useSimilar(courseId, form.values.title.trim())
  useEffect(() => form.ref.current?.querySelector('input')?.focus(), [form.ref])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (form.values.title.trim() === '') return form.showErrors({ title: t`A question is required` })
    setBusy(true)
    try {
      const { title, text, pinned } = form.values
      const body = { key: requestKey, title, text, second: pinned ? second : null }
      const { question } = await browserApi(calls.questions.ask, { params: { lectureId: lecture._id }, body })
      draft.drop()
      toast.success(t`Your question is asked. You are notified of answers.`)
      onOpen(question._id)
    } catch (error) {
      const failed = form.fail(error)
      if (Object.keys(failed.errors).length === 0) toast.error(failed)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form.ref} onSubmit={submit} noValidate className="grid gap-4 p-4">
      <p className="text-sm text-muted wrap-anywhere">
        <bdi>{lecture.title}</bdi>
      </p>
      <DraftNotice draft={draft.shown} when={draft.shown && <ReaderTime iso={draft.shown.at} look="dateTime" />} />
      <Field label={t`Your question`} error={form.errors.title} required>
        <Input
          name="title"
          maxLength={maxQuestionTitle}
          value={form.values.title}
          onChange={({ target }) => form.set('title', target.value)}
        />
      </Field>
      <div aria-live="polite">
        {similar.length > 0 && (
          <div className="rounded-md bg-sunken px-3 pt-2 pb-1">
            <p className="text-sm font-semibold">
              <Trans>Has it been asked already?</Trans>
            </p>
            <ul aria-label={t`Similar questions`} className="-mx-2 mt-1">
              {similar.map((question) => (
                <QuestionRow key={question._id} question={question} language={undefined} onOpen={onOpen} />
              ))}
            </ul>
          </div>
        )}
      </div>
      <Field label={t`More about it (optional)`} error={form.errors.text}>
        <Textarea
          name="text"
          rows={4}
          maxLength={maxPostLength}
          value={form.values.text}
          onChange={({ target }) => form.set('text', target.value)}
        />
      </Field>
      {second !== null && (
        <label className="flex min-h-10 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            name="pinned"
            checked={form.values.pinned}
            onChange={({ target }) => form.set('pinned', target.checked)}
            className="size-4.5 shrink-0 accent-primary"
          />
          <span>{t`It is about ${{ time: formatClock(second) }} of the video`}</span>
        </label>
      )}
      <p className="text-sm text-muted">
        <Trans>Students of this course and its educator read it, with your name.</Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          <Trans>Ask</Trans>
        </Button>
        <Button variant="secondary" icon={<ArrowLeft aria-hidden="true" className="size-4" />} onClick={onBack}>
          <Trans>All questions</Trans>
        </Button>
      </div>
    </form>
  )
}
