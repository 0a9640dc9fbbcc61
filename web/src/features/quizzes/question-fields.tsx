import { useLingui } from '@lingui/react/macro'
import { maxGap, maxTyped, type QuizAnswer, type ShownQuestion } from '@virtual-courses/contract'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useCallback, useId, useRef } from 'react'
import { Button, IconButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { QuizText } from './quiz-text.tsx'

type Of<K extends ShownQuestion['kind']> = Extract<ShownQuestion, { kind: K }>
type FieldProps<Q> = {
  question: Q
  answer: QuizAnswer | null
  /** of the whole question, for groups of controls */
  labelledBy: string
  disabled: boolean
  /** places of right choices, where they are shown */
  right?: QuizAnswer | undefined
  onAnswer: (answer: QuizAnswer | null) => void
}

const choiceClass = cx(
  'relative flex min-h-12 items-start gap-3 rounded-md border border-line-strong bg-surface px-3.5 py-3 transition-colors',
  'has-checked:border-primary has-checked:bg-primary-soft has-checked:text-on-primary-soft has-enabled:hover:border-ink',
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
)

type ChoicesProps = {
  texts: readonly string[]
  formulas: ShownQuestion['formulas']
  type: 'radio' | 'checkbox'
  chosen: readonly number[]
  right: readonly number[] | null
  labelledBy: string
  disabled: boolean
  onChange: (place: number, checked: boolean) => void
}

function Choices({ texts, formulas, type, chosen, right, labelledBy, disabled, onChange }: ChoicesProps) {
  const { t } = useLingui()
  const id = useId()
  return (
    <fieldset aria-labelledby={labelledBy} className="grid gap-2">
      {texts.map((text, place) => {
        const isRight = right?.includes(place) ?? false
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the choices of an attempt keep their order
          <div key={place} className={cx(choiceClass, isRight && 'border-success')}>
            <input
              type={type}
              name={id}
              checked={chosen.includes(place)}
              disabled={disabled}
              aria-labelledby={`${id}-${place}`}
              onChange={({ target }) => onChange(place, target.checked)}
              className="peer absolute inset-0 z-1 size-full cursor-pointer appearance-none rounded-md opacity-0 disabled:cursor-default"
            />
            <span
              aria-hidden="true"
              className={cx(
                'mt-0.5 grid size-5 shrink-0 place-items-center border-[1.5px] border-line-strong bg-surface text-transparent',
                'peer-checked:border-primary peer-checked:bg-primary peer-checked:text-on-primary',
                type === 'radio' ? 'rounded-full' : 'rounded-[0.375rem]',
              )}
            >
              <span className={type === 'radio' ? 'size-2 rounded-full bg-current' : 'text-xs font-bold'}>
                {type === 'radio' ? '' : '✓'}
              </span>
            </span>
            <div id={`${id}-${place}`} className="min-w-0 flex-1">
              <QuizText text={text} formulas={formulas} />
              {isRight && <span className="mt-1 block text-sm font-semibold text-success">{t`Right answer`}</span>}
            </div>
          </div>
        )
      })}
    </fieldset>
  )
}

function OrderField({ question, answer, labelledBy, disabled, onAnswer }: FieldProps<Of<'order'>>) {
  const { t } = useLingui()
  const list = useRef<HTMLOListElement>(null)
  const order =
    answer?.kind === 'order' && answer.order.length === question.items.length
      ? answer.order
      : question.items.map((_, place) => place)
  const answered = answer?.kind === 'order' && answer.order.length > 0
  function move(from: number, to: number, button: 'up' | 'down') {
    const next = [...order]
    const [one] = next.splice(from, 1)
    if (one === undefined) return
    next.splice(to, 0, one)
    onAnswer({ kind: 'order', order: next })
    // the focus goes with the item
    requestAnimationFrame(() => {
      const row = list.current?.children[to]
      const wanted = row?.querySelector<HTMLButtonElement>(`[data-move=${button}]:not(:disabled)`)
      ;(wanted ?? row?.querySelector<HTMLButtonElement>('button:not(:disabled)'))?.focus()
    })
  }
  return (
    <div className="grid gap-3">
      <ol ref={list} aria-labelledby={labelledBy} className="grid gap-2">
        {order.map((place, at) => {
          const name = t`${at + 1} of ${order.length}`
          return (
            <li
              key={place}
              className="flex items-center gap-2 rounded-md border border-line-strong bg-surface py-1.5 ps-3.5 pe-1.5"
            >
              <span className="tabular w-6 shrink-0 text-muted">{`${at + 1}.`}</span>
              <div className="min-w-0 flex-1">
                <QuizText text={question.items[place] ?? ''} formulas={question.formulas} />
              </div>
              {!disabled && (
                <>
                  <IconButton
                    label={t`Move up: ${name}`}
                    data-move="up"
                    disabled={at === 0}
                    onClick={() => move(at, at - 1, 'up')}
                  >
                    <ArrowUp aria-hidden="true" />
                  </IconButton>
                  <IconButton
                    label={t`Move down: ${name}`}
                    data-move="down"
                    disabled={at === order.length - 1}
                    onClick={() => move(at, at + 1, 'down')}
                  >
                    <ArrowDown aria-hidden="true" />
                  </IconButton>
                </>
              )}
            </li>
          )
        })}
      </ol>
      {!disabled && !answered && (
        <Button variant="secondary" className="w-fit" onClick={() => onAnswer({ kind: 'order', order: [...order] })}>
          {t`Keep this order`}
        </Button>
      )}
    </div>
  )
}

function MatchField({ question, answer, labelledBy, disabled, onAnswer }: FieldProps<Of<'match'>>) {
  const { t } = useLingui()
  const id = useId()
  const matches = answer?.kind === 'match' ? answer.matches : []
  const choose = (at: number, value: string) => {
    const right = value === '' ? null : Number(value)
    const next = question.lefts.map((_, left) => {
      const before = matches[left] ?? null
      // each right side is used once
      return left === at ? right : before === right ? null : before
    })
    onAnswer(next.every((one) => one === null) ? null : { kind: 'match', matches: next })
  }
  return (
    <fieldset aria-labelledby={labelledBy} className="grid gap-3">
      {question.lefts.map((left, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sides of an attempt keep their order
        <div key={at} className="grid items-center gap-2 rounded-md border border-line p-3 sm:grid-cols-2">
          <div id={`${id}-${at}`} className="min-w-0">
            <QuizText text={left} formulas={question.formulas} />
          </div>
          <Select
            aria-labelledby={`${id}-${at}`}
            disabled={disabled}
            value={String(matches[at] ?? '')}
            placeholder={t`Choose what fits`}
            options={question.rights.map((right, place) => ({ value: String(place), label: right }))}
            onChange={({ target }) => choose(at, target.value)}
          />
        </div>
      ))}
    </fieldset>
  )
}

type TypedProps = FieldProps<Of<'number'> | Of<'text'>>

function TypedField({ question, answer, disabled, onAnswer }: TypedProps) {
  const { t } = useLingui()
  const { kind } = question
  const value = answer?.kind === kind ? answer.text : ''
  return (
    <Field
      label={t`Your answer`}
      hint={kind === 'number' && (question.hasUnit ? t`A number with its unit` : t`A number`)}
      className="max-w-md"
    >
      <Input
        value={value}
        disabled={disabled}
        maxLength={maxTyped}
        autoComplete="off"
        {...(kind === 'number' && !question.hasUnit && { inputMode: 'decimal' as const })}
        onChange={({ target }) => onAnswer(target.value === '' ? null : { kind, text: target.value })}
      />
    </Field>
  )
}

/** The prompt of a question; the gaps of one are fields in it. */
export function Prompt({ question, answer, disabled, onAnswer }: Omit<FieldProps<ShownQuestion>, 'labelledBy'>) {
  const { t } = useLingui()
  const texts = answer?.kind === 'gaps' ? answer.texts : []
  const gaps = question.kind === 'gaps' ? question.gaps : 0
  const gap = useCallback(
    (number: number) => {
      if (number < 1 || number > gaps) return null
      const next = (text: string) => {
        const filled = Array.from({ length: gaps }, (_, at) => (at === number - 1 ? text : (texts[at] ?? '')))
        return filled.every((one) => one === '') ? null : ({ kind: 'gaps', texts: filled } as const)
      }
      return (
        <input
          aria-label={t`Gap ${number}`}
          dir="auto"
          value={texts[number - 1] ?? ''}
          disabled={disabled}
          maxLength={maxGap}
          autoComplete="off"
          onChange={({ target }) => onAnswer(next(target.value))}
          className="control mx-1 inline-block w-40 max-w-full align-middle"
        />
      )
    },
    [gaps, texts, disabled, onAnswer, t],
  )
  return <QuizText text={question.prompt} formulas={question.formulas} gap={gaps > 0 ? gap : undefined} />
}

/** The controls that answer a question, by its kind. */
export function AnswerField(props: FieldProps<ShownQuestion>) {
  const { t } = useLingui()
  const { question, answer, right, ...rest } = props
  const { labelledBy, disabled, onAnswer } = rest
  switch (question.kind) {
    case 'one':
      return (
        <Choices
          texts={question.options}
          formulas={question.formulas}
          type="radio"
          chosen={answer?.kind === 'one' ? [answer.pick] : []}
          right={right?.kind === 'one' ? [right.pick] : null}
          labelledBy={labelledBy}
          disabled={disabled}
          onChange={(pick) => onAnswer({ kind: 'one', pick })}
        />
      )
    case 'several': {
      const picks = answer?.kind === 'several' ? answer.picks : []
      return (
        <Choices
          texts={question.options}
          formulas={question.formulas}
          type="checkbox"
          chosen={picks}
          right={right?.kind === 'several' ? right.picks : null}
          labelledBy={labelledBy}
          disabled={disabled}
          onChange={(place, checked) => {
            const next = checked ? [...picks, place] : picks.filter((one) => one !== place)
            onAnswer(next.length === 0 ? null : { kind: 'several', picks: next.toSorted((a, b) => a - b) })
          }}
        />
      )
    }
    case 'truth':
      return (
        <Choices
          texts={[t`True`, t`False`]}
          formulas={[]}
          type="radio"
          chosen={answer?.kind === 'truth' ? [answer.value ? 0 : 1] : []}
          right={right?.kind === 'truth' ? [right.value ? 0 : 1] : null}
          labelledBy={labelledBy}
          disabled={disabled}
          onChange={(place) => onAnswer({ kind: 'truth', value: place === 0 })}
        />
      )
    case 'order':
      return <OrderField question={question} answer={answer} {...rest} />
    case 'match':
      return <MatchField question={question} answer={answer} {...rest} />
    case 'number':
    case 'text':
      return <TypedField question={question} answer={answer} {...rest} />
    default:
      return null
  }
}
