import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  type BankQuestion,
  type BankTag,
  api as calls,
  isolate,
  maxQuizQuestions,
  type QuizPart,
  type QuizQuestion,
  questionsOf,
} from '@virtual-courses/contract'
import { ArrowDown, ArrowUp, PencilLine, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { removeRow } from '#ui/double-tap.ts'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { Card } from '#ui/layout/card.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { FindForm } from '../find-form.tsx'
import { QuestionEditor, useKindNames } from './question-editor.tsx'

/** What a part of a quiz is called. */
export function usePartName() {
  const { t } = useLingui()
  return (part: QuizPart, question: QuizQuestion | undefined): string =>
    part.kind === 'draw'
      ? t`${plural({ count: part.count }, { one: '# question', other: '# questions' })} of the tag “${{ tag: isolate(part.tag) }}”`
      : (question?.prompt ?? t`A question of the bank`)
}

type PartProps = {
  part: QuizPart
  question: QuizQuestion | undefined
  tags: readonly BankTag[]
  first: boolean
  last: boolean
  onMove: (by: -1 | 1) => void
  onEdit: () => void
  onRemove: () => void
}

function PartRow({ part, question, tags, first, last, onMove, onEdit, onRemove }: PartProps) {
  const { t } = useLingui()
  const kinds = useKindNames()
  const short = isolate(usePartName()(part, question).slice(0, 120))
  const there = part.kind === 'draw' ? (tags.find(({ tag }) => tag === part.tag)?.questions ?? 0) : 0
  return (
    <li className="flex flex-wrap items-start justify-end gap-1 border-t border-line px-4 py-2 first:border-t-0">
      <div className="min-w-0 flex-1 basis-56 py-2">
        <p className="wrap-anywhere">{short}</p>
        <div className="mt-1.5 flex flex-wrap gap-1.5">
          {question && <Badge>{kinds[question.kind]}</Badge>}
          {part.kind === 'draw' && there < part.count && (
            <Badge tone="accent">
              {t`${plural({ there }, { one: 'Only # has this tag', other: 'Only # have this tag' })}`}
            </Badge>
          )}
        </div>
      </div>
      <IconButton label={t`Move up: ${short}`} disabled={first} onClick={() => onMove(-1)}>
        <ArrowUp aria-hidden="true" />
      </IconButton>
      <IconButton label={t`Move down: ${short}`} disabled={last} onClick={() => onMove(1)}>
        <ArrowDown aria-hidden="true" />
      </IconButton>
      {question && (
        <IconButton label={t`Edit: ${short}`} onClick={onEdit}>
          <PencilLine aria-hidden="true" />
        </IconButton>
      )}
      <IconButton label={t`Take out of the quiz: ${short}`} onClick={() => removeRow(onRemove)}>
        <X aria-hidden="true" />
      </IconButton>
    </li>
  )
}

function DrawForm({ tags, onAdd }: { tags: readonly BankTag[]; onAdd: (part: QuizPart) => void }) {
  const { t } = useLingui()
  const [tag, setTag] = useState('')
  const [count, setCount] = useState('1')
  if (tags.length === 0) return null
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label={t`Draw from a tag`} className="min-w-[min(12rem,100%)] flex-1">
        <Select
          value={tag}
          placeholder={t`Choose a tag`}
          options={tags.map((one) => ({ value: one.tag, label: `${one.tag} (${one.questions})` }))}
          onChange={({ target }) => setTag(target.value)}
        />
      </Field>
      <Field label={t`How many`} className="w-28">
        <Input
          type="number"
          min={1}
          max={maxQuizQuestions}
          value={count}
          onChange={({ target }) => setCount(target.value)}
        />
      </Field>
      <Button
        variant="secondary"
        className="mb-1.5"
        disabled={tag === ''}
        onClick={() => {
          onAdd({ kind: 'draw', tag, count: Math.max(1, Math.round(Number(count)) || 1) })
          setTag('')
        }}
      >
        <Trans>Add to the quiz</Trans>
      </Button>
    </div>
  )
}

type Props = {
  courseId: string
  parts: readonly QuizPart[]
  questions: readonly QuizQuestion[]
  tags: readonly BankTag[]
  /** Resolves to whether they were saved. */
  onSave: (parts: QuizPart[]) => Promise<boolean>
  /** A question of the bank was written or changed. */
  onQuestion: (question: BankQuestion) => void
}

/** The questions of a quiz: written here, taken from the bank, or drawn of a tag. */
export function QuizParts({ courseId, parts, questions, tags, onSave, onQuestion }: Props) {
  const { t } = useLingui()
  const [editing, setEditing] = useState<BankQuestion | 'new' | null>(null)
  const byId = new Map(questions.map((question) => [question._id, question]))
  const used = new Set(parts.flatMap((part) => (part.kind === 'question' ? [part.questionId] : [])))
  const count = questionsOf(parts)
  const add = (part: QuizPart) => onSave([...parts, part])

  function move(at: number, by: -1 | 1) {
    const next = [...parts]
    const [one] = next.splice(at, 1)
    if (one) next.splice(at + by, 0, one)
    void onSave(next)
  }

  async function edit(questionId: string) {
    try {
      const { question } = await browserApi(calls.quizBank.read, { params: { questionId } })
      setEditing(question)
    } catch (error) {
      toast.error(failureOf(error, t`The questions could not be read.`))
    }
  }

  async function take(question: BankQuestion) {
    onQuestion(question)
    if (!used.has(question._id) && !(await add({ kind: 'question', questionId: question._id }))) return
    setEditing(null)
    toast.success(t`Question saved`)
  }

  return (
    <section aria-labelledby="quiz-questions" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="quiz-questions" className="font-sans text-lg font-semibold">
          {t`Questions (${count})`}
        </h2>
        {editing === null && (
          <Button icon={<Plus aria-hidden="true" className="size-5" />} onClick={() => setEditing('new')}>
            <Trans>Write a question</Trans>
          </Button>
        )}
      </div>
      {editing !== null && (
        <QuestionEditor
          key={editing === 'new' ? 'new' : editing._id}
          courseId={courseId}
          stored={editing === 'new' ? null : editing}
          onSaved={(question) => void take(question)}
          onCancel={() => setEditing(null)}
        />
      )}
      <Card flush>
        {parts.length === 0 ? (
          <EmptyState title={t`No questions yet`} text={t`Write the first one, or draw questions of a tag.`} />
        ) : (
          <ol>
            {parts.map((part, at) => (
              <PartRow
                key={part.kind === 'draw' ? `tag ${part.tag}` : part.questionId}
                part={part}
                question={part.kind === 'question' ? byId.get(part.questionId) : undefined}
                tags={tags}
                first={at === 0}
                last={at === parts.length - 1}
                onMove={(by) => move(at, by)}
                onEdit={() => part.kind === 'question' && void edit(part.questionId)}
                onRemove={() => void onSave(parts.toSpliced(at, 1))}
              />
            ))}
          </ol>
        )}
      </Card>
      <Card>
        <div className="grid gap-6">
          <FindForm
            words={{
              label: t`Find in the bank of this course`,
              none: t`No other question of the bank fits.`,
              failed: t`The questions could not be read.`,
              choose: (name) => t`Add: ${name}`,
            }}
            icon={<Plus aria-hidden="true" />}
            find={async (text) => {
              const query = { text, limit: 20 }
              return (await browserApi(calls.quizBank.list, { params: { courseId }, query })).questions
            }}
            nameOf={({ question }) => question.prompt}
            used={used}
            onChoose={(question) => {
              onQuestion(question)
              void add({ kind: 'question', questionId: question._id })
            }}
          />
          <DrawForm tags={tags} onAdd={(part) => void add(part)} />
        </div>
      </Card>
    </section>
  )
}
