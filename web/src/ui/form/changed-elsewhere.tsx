import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { Dialog } from '../overlays/dialog.tsx'
import { toast } from '../overlays/toast.ts'

type Field = { name: string; label: string; mine: string; theirs: string }
type Choice = 'mine' | 'theirs'
type Question = { fields: readonly Field[]; answer: (answer: Readonly<Record<string, Choice>> | null) => void }

export type ChangedElsewhereProps = {
  question: Question | null
  note: { key: number; text: string } | null
}

/**
 * Asks which value each field keeps that was changed here and elsewhere: in another tab, on another device, by someone else. Yours is
 * chosen until you choose otherwise; closing the dialog saves nothing and keeps what was typed. `note` is shown as a toast.
 */
export function ChangedElsewhere({ question, note }: ChangedElsewhereProps) {
  const { t } = useLingui()
  const shown = useRef(note?.key)
  useEffect(() => {
    if (!note || shown.current === note.key) return
    shown.current = note.key
    toast.info(note.text)
  }, [note])
  // the dialog keeps its content while it closes
  const last = useRef(question)
  if (question) last.current = question
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({})
  const fields = last.current?.fields ?? []
  const chosen = (name: string): Choice => choices[name] ?? 'mine'
  const end = (answer: Readonly<Record<string, Choice>> | null) => {
    question?.answer(answer)
    setChoices({})
  }
  const all = (choice: Choice) => setChoices(Object.fromEntries(fields.map(({ name }) => [name, choice])))
  // the dialog's code is fetched with the first question
  if (!last.current) return null
  return (
    <Dialog
      open={question !== null}
      onOpenChange={(open) => !open && end(null)}
      title={t`Changed elsewhere`}
      text={t`While you were editing, this was saved in another tab or by someone else. Keep yours, or take theirs?`}
      className="sm:max-w-2xl"
      actions={
        <>
          <Button variant="secondary" onClick={() => end(null)}>
            <Trans>Back to editing</Trans>
          </Button>
          <Button onClick={() => end(Object.fromEntries(fields.map(({ name }) => [name, chosen(name)])))}>
            <Trans>Save this choice</Trans>
          </Button>
        </>
      }
    >
      {fields.length > 1 && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={() => all('mine')}>
            <Trans>Keep all of yours</Trans>
          </Button>
          <Button size="sm" variant="secondary" onClick={() => all('theirs')}>
            <Trans>Take all of theirs</Trans>
          </Button>
        </div>
      )}
      <div className="grid gap-5">
        {fields.map((field) => (
          <FieldChoice
            key={field.name}
            field={field}
            choice={chosen(field.name)}
            onChoose={(choice) => setChoices((before) => ({ ...before, [field.name]: choice }))}
          />
        ))}
      </div>
    </Dialog>
  )
}

const sides = [
  ['mine', msg`Keep yours`],
  ['theirs', msg`Take theirs`],
] as const

type FieldProps = { field: Field; choice: Choice; onChoose: (choice: Choice) => void }

/** Both values of a field beside each other, below each other on a phone. Native radio buttons: the arrow keys change the choice. */
function FieldChoice({ field, choice, onChoose }: FieldProps) {
  const { t } = useLingui()
  const id = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{field.label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {sides.map(([side, label]) => {
          const value = field[side]
          return (
            <div
              key={side}
              className={cx(
                'flex min-w-0 flex-col rounded-md border border-line-strong bg-surface transition-colors',
                'has-checked:border-primary has-checked:bg-primary-soft has-checked:text-on-primary-soft has-checked:inset-ring has-checked:inset-ring-primary',
              )}
            >
              <label className="flex min-h-11 cursor-pointer items-center gap-2.5 px-3.5 py-2 text-sm font-semibold">
                <input
                  type="radio"
                  name={id}
                  value={side}
                  checked={choice === side}
                  onChange={() => onChoose(side)}
                  aria-describedby={`${id}-${side}`}
                  className="size-4.5 shrink-0 accent-primary"
                />
                <span>{t(label)}</span>
              </label>
              <div
                id={`${id}-${side}`}
                // a long text is scrolled by the keyboard too
                tabIndex={isLong(value) ? 0 : undefined}
                dir="auto"
                className="max-h-44 overflow-y-auto px-3.5 pb-3 whitespace-pre-wrap wrap-anywhere"
              >
                {value.trim() === '' ? <span className="text-muted italic">{t`Empty`}</span> : <span>{value}</span>}
              </div>
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}

/** Whether a value may need more than its box: by its characters or its lines. */
const isLong = (value: string): boolean => value.length > 120 || value.split('\n').length > 5
