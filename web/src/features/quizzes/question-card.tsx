import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Attempt, isolate, type QuizAnswer, type ShownQuestion } from '@virtual-courses/contract'
import { CircleCheck, CircleDashed, CircleMinus, CircleX } from 'lucide-react'
import { useCallback, useId } from 'react'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Card } from '#ui/layout/card.tsx'
import { AnswerField, Prompt } from './question-fields.tsx'
import { QuizText } from './quiz-text.tsx'

type Marking = NonNullable<Attempt['questions'][number]['marking']>

const tones: Record<Marking['state'], readonly [BadgeTone, typeof CircleCheck]> = {
  right: ['success', CircleCheck],
  partly: ['accent', CircleMinus],
  wrong: ['danger', CircleX],
  open: ['neutral', CircleDashed],
}

function StateBadge({ state }: { state: Marking['state'] }) {
  const { t } = useLingui()
  const [tone, Icon] = tones[state]
  const words = { right: t`Right`, partly: t`Partly right`, wrong: t`Wrong`, open: t`Not answered` }
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {words[state]}
    </Badge>
  )
}

/** The right answer in words, for kinds whose controls do not show it. */
function RightAnswer({ question, marking }: { question: ShownQuestion; marking: Marking }) {
  const { t } = useLingui()
  const { right, accepted, tolerance } = marking
  if (!right || right.kind === 'one' || right.kind === 'several' || right.kind === 'truth') return null
  const lines =
    right.kind === 'order' && question.kind === 'order'
      ? right.order.map((place, at) => `${at + 1}. ${question.items[place] ?? ''}`)
      : right.kind === 'match' && question.kind === 'match'
        ? question.lefts.map((left, at) => `${left} – ${question.rights[right.matches[at] ?? -1] ?? ''}`)
        : right.kind === 'gaps'
          ? right.texts.map((text, at) => `${at + 1}. ${(accepted?.[at] ?? [text]).join(' / ')}`)
          : right.kind === 'number'
            ? [tolerance ? `${right.text} (±${tolerance})` : right.text]
            : [(accepted?.[0] ?? []).join(' / ')]
  return (
    <div className="rounded-md border border-success px-4 py-3">
      <p className="text-sm font-semibold text-success">{t`Right answer`}</p>
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <QuizText text={line} formulas={question.formulas} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type Props = {
  question: ShownQuestion
  answer: QuizAnswer | null
  marking?: Marking | undefined
  disabled: boolean
  onAnswer?: (position: number, answer: QuizAnswer | null) => void
}

/** A question with what answers it; once it is marked, with its marks and as much as the quiz shows. */
export function QuestionCard({ question, answer, marking, disabled, onAnswer }: Props) {
  const { t, i18n } = useLingui()
  const id = useId()
  const { position, points } = question
  const number = position + 1
  const give = useCallback((next: QuizAnswer | null) => onAnswer?.(position, next), [onAnswer, position])
  const worth = t`${plural({ points }, { one: '# point', other: '# points' })}`
  return (
    <Card as="section" aria-labelledby={`${id}-head`} className="scroll-mt-32" id={`question-${number}`}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id={`${id}-head`} className="font-sans text-lg font-semibold">
          {t`Question ${number}`}
        </h2>
        <span className="flex flex-wrap items-center gap-2 text-sm text-muted">
          {marking && <StateBadge state={marking.state} />}
          <span>{marking ? t`${i18n.number(marking.marks)} of ${worth}` : worth}</span>
        </span>
      </div>
      <div id={id} className="mb-4">
        <Prompt question={question} answer={answer} disabled={disabled} onAnswer={give} />
      </div>
      <AnswerField
        question={question}
        answer={answer}
        labelledBy={id}
        disabled={disabled}
        right={marking?.right}
        onAnswer={give}
      />
      {marking && (
        <div className="mt-4 grid gap-3 empty:hidden">
          <RightAnswer question={question} marking={marking} />
          {marking.explanation !== undefined && (
            <div className="rounded-md bg-sunken px-4 py-3">
              <p className="text-sm font-semibold">
                <Trans>Explanation</Trans>
              </p>
              <QuizText text={marking.explanation} formulas={question.formulas} />
            </div>
          )}
          {marking.reason !== null && (
            <p className="text-sm text-muted">{t`Marks set by the educator: ${{ reason: isolate(marking.reason) }}`}</p>
          )}
        </div>
      )}
    </Card>
  )
}
