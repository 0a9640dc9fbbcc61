import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate, maxQuizAttempts, maxQuizMinutes, type QuizExtra } from '@virtual-courses/contract'
import { PencilLine, UserRoundPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Card } from '#ui/layout/card.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { FindForm } from '../find-form.tsx'

type FormProps = {
  extra: QuizExtra
  /** Resolves to whether it was saved. */
  onSave: (extra: QuizExtra) => Promise<boolean>
  onCancel: () => void
}

function ExtraForm({ extra, onSave, onCancel }: FormProps) {
  const { t } = useLingui()
  const [minutes, setMinutes] = useState(String(extra.minutes))
  const [attempts, setAttempts] = useState(String(extra.attempts))
  const [busy, setBusy] = useState(false)
  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    await onSave({ ...extra, minutes: Number(minutes), attempts: Number(attempts) })
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void save(event)} noValidate className="grid gap-4 rounded-md border border-line p-4">
      <p className="font-semibold wrap-anywhere" {...writtenIn()}>
        {extra.student.name}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t`More minutes`} hint={t`Also for an attempt that is open`}>
          <Input
            type="number"
            min={0}
            max={maxQuizMinutes}
            value={minutes}
            onChange={({ target }) => setMinutes(target.value)}
          />
        </Field>
        <Field label={t`More attempts`} hint={t`0 and 0 take it back`}>
          <Input
            type="number"
            min={0}
            max={maxQuizAttempts}
            value={attempts}
            onChange={({ target }) => setAttempts(target.value)}
          />
        </Field>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          <Trans>Save</Trans>
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}

type Props = { courseId: string; lectureId: string; first: readonly QuizExtra[] }

/** Students who have more time or attempts at a quiz than the others. */
export function ExtrasCard({ courseId, lectureId, first }: Props) {
  const { t } = useLingui()
  const [extras, setExtras] = useState(first)
  const [editing, setEditing] = useState<QuizExtra | null>(null)

  async function save({ student, minutes, attempts }: QuizExtra): Promise<boolean> {
    try {
      const body = { studentId: student._id, minutes, attempts }
      const reply = await browserApi(calls.quizzes.setExtra, { params: { lectureId }, body })
      setExtras(reply.extras)
      setEditing(null)
      toast.success(t`Saved for ${{ name: isolate(student.name) }}`)
      return true
    } catch (error) {
      toast.error(failureOf(error, t`Something went wrong`))
      return false
    }
  }

  return (
    <Card as="section" aria-labelledby="quiz-extras" className="grid gap-4">
      <div>
        <h2 id="quiz-extras" className="font-sans text-lg font-semibold">
          <Trans>More time or attempts</Trans>
        </h2>
        <p className="mt-1 text-sm text-muted">
          <Trans>For single students, beside what the quiz gives to all.</Trans>
        </p>
      </div>
      {extras.length > 0 && (
        <ul className="max-h-96 overflow-y-auto rounded-md border border-line">
          {extras.map((extra) => {
            const { student, minutes, attempts } = extra
            const short = isolate(student.name)
            return (
              <li key={student._id} className="flex items-center gap-2 border-t border-line px-3 py-1 first:border-t-0">
                <span className="min-w-0 flex-1 py-1">
                  <span className="block wrap-anywhere" {...writtenIn()}>
                    {student.name}
                  </span>
                  <span className="block text-sm text-muted">
                    {[
                      ...(minutes > 0 ? [t`${plural({ minutes }, { one: '# minute', other: '# minutes' })}`] : []),
                      ...(attempts > 0 ? [t`${plural({ attempts }, { one: '# attempt', other: '# attempts' })}`] : []),
                    ].join(' · ')}
                  </span>
                </span>
                <IconButton label={t`Edit: ${short}`} onClick={() => setEditing(extra)}>
                  <PencilLine aria-hidden="true" />
                </IconButton>
              </li>
            )
          })}
        </ul>
      )}
      {editing ? (
        <ExtraForm key={editing.student._id} extra={editing} onSave={save} onCancel={() => setEditing(null)} />
      ) : (
        <FindForm
          words={{
            label: t`Find a student of this course`,
            none: t`No name matches your search.`,
            failed: t`The students could not be read.`,
            choose: (name) => t`Choose ${{ name: isolate(name) }}`,
          }}
          icon={<UserRoundPlus aria-hidden="true" />}
          find={async (text) => {
            const query = { text, limit: 20, sort: 'name' as const }
            return (await browserApi(calls.courses.students, { params: { courseId }, query })).students
          }}
          nameOf={({ name }) => name}
          onChoose={({ _id, name }) =>
            setEditing(
              extras.find(({ student }) => student._id === _id) ?? { student: { _id, name }, minutes: 0, attempts: 0 },
            )
          }
        />
      )}
    </Card>
  )
}
