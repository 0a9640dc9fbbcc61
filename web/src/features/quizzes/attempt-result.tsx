import { Trans, useLingui } from '@lingui/react/macro'
import type { Attempt, QuizPage } from '@virtual-courses/contract'
import { useEffect, useRef } from 'react'
import { paths } from '#lib/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Progress } from '#ui/progress.tsx'
import { QuestionCard } from './question-card.tsx'
import { useBegin } from './use-begin.ts'

type Props = { quiz: QuizPage; attempt: Attempt /** it has ended while the page was open */; justNow: boolean }

/** An attempt that is handed in: its marks, and of its questions as much as the quiz shows. */
export function AttemptResult({ quiz, attempt, justNow }: Props) {
  const { t, i18n } = useLingui()
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (justNow) head.current?.focus()
  }, [justNow])
  const { marks, maxMarks, passed, passPercent, questions } = attempt
  const got = i18n.number(marks ?? 0)
  const all = i18n.number(maxMarks)
  const percent = maxMarks === 0 ? 0 : Math.floor((100 * (marks ?? 0)) / maxMarks)
  const { busy, begin } = useBegin(quiz)
  const mayRepeat = !passed && !quiz.passed && quiz.problem === null
  const isShown = questions.some(({ marking }) => marking !== undefined)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Card as="section" aria-labelledby="result">
        <div className="flex flex-wrap items-center gap-3">
          <h2 id="result" ref={head} tabIndex={-1} className="text-2xl outline-none">
            {t`${got} of ${all} marks`}
          </h2>
          {passed ? <Badge tone="success">{t`Passed`}</Badge> : <Badge tone="danger">{t`Not passed`}</Badge>}
          {attempt.isPreview && <Badge>{t`Try`}</Badge>}
        </div>
        <Progress
          label={t`Marks`}
          value={percent}
          valueText={t`${percent} %, and ${passPercent} % are needed to pass`}
          tone={passed ? 'success' : 'primary'}
          className="mt-4"
        />
        {attempt.handedInBy === 'time' && (
          <p className="mt-3 text-muted">
            <Trans>The time was over, so what was saved by then was handed in.</Trans>
          </p>
        )}
        {!isShown && (
          <p className="mt-3 text-muted">
            <Trans>The answers are not shown now.</Trans>
          </p>
        )}
        <div className="mt-5 flex flex-wrap gap-3">
          {mayRepeat && (
            <Button busy={busy} onClick={begin}>
              <Trans>Begin another attempt</Trans>
            </Button>
          )}
          <ButtonLink to={paths.learn(attempt.courseId)} variant={mayRepeat ? 'secondary' : 'primary'}>
            <Trans>Back to the course</Trans>
          </ButtonLink>
          <ButtonLink to={paths.quiz(attempt.courseId, attempt.lectureId)} variant="secondary">
            <Trans>Your attempts</Trans>
          </ButtonLink>
        </div>
      </Card>
      {questions.map(({ question, answer, marking }) => (
        <QuestionCard key={question.position} question={question} answer={answer} marking={marking} disabled />
      ))}
    </div>
  )
}
