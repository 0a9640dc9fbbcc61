import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  type BankQuestion,
  api as calls,
  type Formula,
  maxExplanation,
  maxImageBytes,
  maxPrompt,
  type QuestionKind,
} from '@virtual-courses/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useWholeEdit } from '#lib/forms/use-edit.ts'
import { fieldErrorsOf } from '#lib/forms/use-form.ts'
import { type Failure, failureOf } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { ChoiceGroup } from '#ui/form/choice-group.tsx'
import { Field } from '#ui/form/field.tsx'
import { FilePicker } from '#ui/form/file-picker.tsx'
import { Input, Textarea } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { Card } from '#ui/layout/card.tsx'
import { ErrorNotice, Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { QuizText } from '../quiz-text.tsx'
import { bodyOf, draftOf, emptyDraft, type QuestionDraft, tagsOf } from './question-draft.ts'
import { QuestionRows } from './question-rows.tsx'

export function useKindNames(): Record<QuestionKind, string> {
  const { t } = useLingui()
  return {
    one: t`One choice`,
    several: t`Several choices`,
    truth: t`True or false`,
    number: t`Number`,
    text: t`Short text`,
    order: t`Ordering`,
    match: t`Matching`,
    gaps: t`Gaps in a text`,
  }
}

/** What students will see of a text; its formulas come from the server. */
function TextPreview({ text }: { text: string }) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  const [formulas, setFormulas] = useState<Formula[]>([])
  useEffect(() => {
    if (!shown || !text.includes('$')) return
    const timer = setTimeout(() => {
      browserApi(calls.quizBank.formulas, { body: { text } }).then(
        (reply) => setFormulas(reply.formulas),
        () => {},
      )
    }, 400)
    return () => clearTimeout(timer)
  }, [shown, text])
  if (text.trim() === '') return null
  return (
    <details open={shown} onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-sm py-1 text-sm font-semibold text-link">{t`As students see it`}</summary>
      {shown && (
        <div className="mt-2 rounded-md border border-line p-4">
          <QuizText text={text} formulas={formulas} />
        </div>
      )}
    </details>
  )
}

function Picture({ courseId, onAdded }: { courseId: string; onAdded: (markdown: string) => void }) {
  const { t } = useLingui()
  const [file, setFile] = useState<File | null>(null)
  async function add(picked: File | null) {
    setFile(picked)
    if (!picked) return
    try {
      const { url } = await browserApi(calls.quizBank.addPicture, {
        params: { courseId },
        body: {},
        files: { picture: picked },
      })
      onAdded(`![${t`Describe the picture`}](${url})`)
    } catch (error) {
      toast.error(failureOf(error, t`The picture could not be added.`))
    } finally {
      setFile(null)
    }
  }
  return (
    <Field label={t`Add a picture`} hint={t`It is put at the end of the question; describe it there in words.`}>
      <FilePicker
        name="picture"
        accept="image/jpeg,image/png,image/webp,image/avif"
        maxBytes={maxImageBytes}
        file={file}
        onPick={(picked) => void add(picked)}
        onReject={(reason) => reason && toast.error(reason)}
        disabled={file !== null}
        hint={t`JPEG, PNG, WebP or AVIF, up to 10 MB`}
      />
    </Field>
  )
}

type Props = {
  courseId: string
  /** null for a new one */
  stored: BankQuestion | null
  onSaved: (question: BankQuestion) => void
  onCancel: () => void
}

/** Form of a question of the bank. */
export function QuestionEditor({ courseId, stored: first, onSaved, onCancel }: Props) {
  const { t } = useLingui()
  const kinds = useKindNames()
  const [stored, setStored] = useState(first)
  const whole = useWholeEdit()
  const [draft, setDraft] = useState<QuestionDraft>(() =>
    stored ? draftOf(stored.question, stored.tags) : emptyDraft(),
  )
  const [all, setAll] = useState(false)
  const [errors, setErrors] = useState<string[]>([])
  const [problem, setProblem] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const set = (change: Partial<QuestionDraft>) => setDraft((before) => ({ ...before, ...change }))
  const show = (question: BankQuestion) => {
    setStored(question)
    setDraft(draftOf(question.question, question.tags))
  }
  const attempts = stored?.attempts ?? 0
  const { kind } = draft

  const summaryOf = (one: QuestionDraft): string =>
    [
      kinds[one.kind],
      one.points,
      one.prompt,
      ...one.rows.map(({ text, other, right }) => [right ? '✓' : '', text, other].filter(Boolean).join(' – ')),
      ...(one.kind === 'truth' ? [one.truth ? t`True` : t`False`] : []),
      ...(one.kind === 'number' ? [`${one.value} ±${one.tolerance} ${one.units}`] : []),
      ...(one.kind === 'text' ? [one.accepted] : []),
      one.explanation,
      one.tags,
    ]
      .filter((line) => line !== '')
      .join('\n')

  /** Returns null when the educator decides otherwise. */
  async function save({ _id: questionId, version: read }: BankQuestion): Promise<BankQuestion | null> {
    const params = { questionId }
    const got: { saved?: BankQuestion; theirs?: BankQuestion } = {}
    const outcome = await whole.save({
      label: t`Question`,
      version: read,
      send: async (version) => {
        const body = { question: bodyOf(draft), tags: tagsOf(draft), appliesTo: all ? 'all' : 'new', version } as const
        got.saved = (await browserApi(calls.quizBank.save, { params, body })).question
      },
      compare: async () => {
        const { question } = await browserApi(calls.quizBank.read, { params })
        got.theirs = question
        const { version } = question
        return { version, mine: summaryOf(draft), theirs: summaryOf(draftOf(question.question, question.tags)) }
      },
    })
    if (outcome === 'theirs' && got.theirs) show(got.theirs)
    return outcome === 'saved' ? (got.saved ?? null) : null
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const saved = stored
        ? await save(stored)
        : (
            await browserApi(calls.quizBank.create, {
              params: { courseId },
              body: { question: bodyOf(draft), tags: tagsOf(draft) },
            })
          ).question
      if (saved) onSaved(saved)
    } catch (error) {
      const fields = Object.values(fieldErrorsOf(error))
      setErrors([...new Set(fields)])
      setProblem(fields.length > 0 ? null : failureOf(error, t`The question could not be saved.`))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card as="section" aria-labelledby="question-editor">
      <h2 id="question-editor" className="mb-4 font-sans text-lg font-semibold">
        {stored ? t`Edit the question` : t`New question`}
      </h2>
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t`Kind`}>
            <Select
              value={kind}
              options={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
              onChange={({ target }) => set({ kind: target.value as QuestionKind })} // one of the options
            />
          </Field>
          <Field label={t`Points`}>
            <Input
              type="number"
              min={1}
              max={100}
              value={draft.points}
              onChange={({ target }) => set({ points: target.value })}
            />
          </Field>
        </div>
        <div className="grid gap-2">
          <Field
            label={t`Question`}
            required
            hint={
              kind === 'gaps'
                ? t`Mark each gap once: [[1]], [[2]] and so on. Formulas stand between $ signs.`
                : t`You can use Markdown. Formulas stand between $ signs, as in $x^2$.`
            }
          >
            <Textarea
              value={draft.prompt}
              maxLength={maxPrompt}
              onChange={({ target }) => set({ prompt: target.value })}
            />
          </Field>
          <TextPreview text={draft.prompt} />
        </div>
        <QuestionRows draft={draft} onChange={(rows) => set({ rows })} />
        {kind === 'truth' && (
          <ChoiceGroup
            legend={t`This is`}
            name="truth"
            value={draft.truth ? 'true' : 'false'}
            choices={[
              { value: 'true', label: t`True` },
              { value: 'false', label: t`False` },
            ]}
            onChange={(value) => set({ truth: value === 'true' })}
          />
        )}
        {kind === 'number' && (
          <div className="grid gap-5 sm:grid-cols-3">
            <Field label={t`Right number`} required>
              <Input
                inputMode="decimal"
                value={draft.value}
                onChange={({ target }) => set({ value: target.value.replace(',', '.') })}
              />
            </Field>
            <Field label={t`Tolerance`}>
              <Input
                inputMode="decimal"
                value={draft.tolerance}
                onChange={({ target }) => set({ tolerance: target.value.replace(',', '.') })}
              />
            </Field>
            <Field label={t`Units`} hint={t`Separated by commas; leave it empty for none`}>
              <Input value={draft.units} onChange={({ target }) => set({ units: target.value })} />
            </Field>
          </div>
        )}
        {kind === 'text' && (
          <Field
            label={t`Accepted answers`}
            required
            hint={t`One in each line. Case, spaces and accents do not matter.`}
          >
            <Textarea value={draft.accepted} onChange={({ target }) => set({ accepted: target.value })} />
          </Field>
        )}
        <Field label={t`Explanation`} hint={t`Shown with the right answer`}>
          <Textarea
            value={draft.explanation}
            maxLength={maxExplanation}
            onChange={({ target }) => set({ explanation: target.value })}
          />
        </Field>
        <Field label={t`Tags`} hint={t`Separated by commas: a quiz can draw questions of a tag`}>
          <Input value={draft.tags} onChange={({ target }) => set({ tags: target.value })} />
        </Field>
        <Picture courseId={courseId} onAdded={(markdown) => set({ prompt: `${draft.prompt}\n\n${markdown}`.trim() })} />
        {attempts > 0 && (
          <Checkbox
            checked={all}
            onChange={({ target }) => setAll(target.checked)}
            label={t`Correct it for earlier attempts too: ${plural({ attempts }, { one: '# attempt is', other: '# attempts are' })} marked again, and students are notified. Otherwise only new attempts get the change.`}
          />
        )}
        {errors.length > 0 && (
          <Notice tone="danger">
            <ul>
              {errors.map((error) => (
                <li key={error}>{error}</li>
              ))}
            </ul>
          </Notice>
        )}
        <ErrorNotice said={problem} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy}>
            <Trans>Save the question</Trans>
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </form>
      <ChangedElsewhere {...whole.elsewhere} />
    </Card>
  )
}
