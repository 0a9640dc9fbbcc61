import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type EditedChecks, isolate, maxCheckTries, type QuizQuestion } from '@virtual-courses/contract'
import { Clock, PencilLine, Trash2 } from 'lucide-react'
import { formatClock } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { IconButton } from '#ui/button.tsx'
import { removeRow } from '#ui/double-tap.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { type CheckDraft, secondOf } from './check-draft.ts'
import { useKindNames } from './question-editor.tsx'

type Props = {
  draft: CheckDraft
  question: QuizQuestion | undefined
  /** as it is saved; undefined for a new one */
  saved: EditedChecks['checks'][number] | undefined
  durationSeconds: number | null
  /** a save was tried: what is wrong is said */
  checked: boolean
  disabled: boolean
  onChange: (change: Partial<CheckDraft>) => void
  onEdit: () => void
  onRemove: () => void
}

/** The second that the video of the page shows. */
const shownSecond = (): number => Math.floor(document.querySelector<HTMLVideoElement>('main video')?.currentTime ?? 0)

/** A question in a video: when it is asked, and how. */
export function CheckRow(props: Props) {
  const { t } = useLingui()
  const kinds = useKindNames()
  const { draft, question, saved, durationSeconds, checked, disabled, onChange } = props
  const prompt = question?.prompt ?? t`A question of the bank`
  const short = isolate(prompt.slice(0, 80))
  const second = secondOf(draft)
  const answered = saved?.answered ?? 0
  const right = saved?.right ?? 0
  return (
    <li className="grid gap-3 border-t border-line px-4 py-4 first:border-t-0">
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1 py-1.5">
          <p {...writtenIn()} className="wrap-anywhere">
            {prompt}
          </p>
          <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
            {question && <Badge>{kinds[question.kind]}</Badge>}
            {second !== null && durationSeconds !== null && second >= durationSeconds && (
              <span className="font-medium text-danger">{t`After the end of the video (${formatClock(durationSeconds)}): it is not asked`}</span>
            )}
            {answered > 0 && (
              <span>{t`${plural(answered, { one: '# student has answered', other: '# students have answered' })}, ${right} right at once`}</span>
            )}
          </div>
        </div>
        <IconButton label={t`Edit: ${short}`} onClick={props.onEdit}>
          <PencilLine aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t`Take out of the video: ${short}`}
          disabled={disabled}
          onClick={() => removeRow(props.onRemove)}
        >
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="flex items-end gap-1">
          <Field
            label={t`Asked at`}
            error={checked && second === null ? t`Write a time such as 1:30` : null}
            className="w-28"
          >
            <Input
              value={draft.time}
              placeholder="1:30"
              inputMode="decimal"
              autoComplete="off"
              disabled={disabled}
              onChange={({ target }) => onChange({ time: target.value })}
              className="tabular"
            />
          </Field>
          <IconButton
            label={t`Take the second that the video shows: ${short}`}
            disabled={disabled}
            onClick={() => onChange({ time: formatClock(shownSecond()) })}
          >
            <Clock aria-hidden="true" />
          </IconButton>
        </div>
        <Field label={t`Tries`} className="w-28">
          <Select
            value={String(draft.tries)}
            disabled={disabled}
            options={Array.from({ length: maxCheckTries }, (_, at) => ({
              value: String(at + 1),
              label: String(at + 1),
            }))}
            onChange={({ target }) => onChange({ tries: Number(target.value) })}
          />
        </Field>
        <Checkbox
          label={t`Students may skip it`}
          checked={draft.maySkip}
          disabled={disabled}
          onChange={({ target }) => onChange({ maySkip: target.checked })}
          className="min-h-11 sm:mt-6"
        />
      </div>
    </li>
  )
}

/** A new question at the second that the video of the page shows. */
export const draftNow = (questionId: string): CheckDraft => ({
  questionId,
  time: formatClock(shownSecond()),
  maySkip: true,
  tries: 3,
})
