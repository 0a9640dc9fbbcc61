import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { isolate, type QuizAnswer, type ShownQuestion } from '@virtual-courses/contract'
import { useCallback, useId } from 'react'
import { Card } from '#ui/layout/card.tsx'
import { MarkedAnswer, type Marking, StateBadge } from './marked-answer.tsx'
import { AnswerField, Prompt } from './question-fields.tsx'

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
          <MarkedAnswer question={question} marking={marking} />
          {marking.reason !== null && (
            <p className="text-sm text-muted">{t`Marks set by the educator: ${{ reason: isolate(marking.reason) }}`}</p>
          )}
        </div>
      )}
    </Card>
  )
}
