import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AttemptBrief, QuizPage } from '@virtual-courses/contract'
import { CircleCheck, Play } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { PassedBadge } from './passed-badge.tsx'
import { QuizText } from './quiz-text.tsx'
import { useBegin } from './use-begin.ts'

/** What an attempt is like, one line each. */
function useRules(quiz: QuizPage): string[] {
  const { t } = useLingui()
  const { questions, minutes, attemptsAllowed, negativePercent, passPercent, showTime, showPart } = quiz
  const answers = showPart === 'answers'
  const shown = {
    each: answers ? t`You see the right answers after each attempt.` : t`You see what was right after each attempt.`,
    passed: answers
      ? t`You see the right answers once you have passed.`
      : t`You see what was right once you have passed.`,
    end: answers
      ? t`You see the right answers after your last attempt, or when the quiz closes.`
      : t`You see what was right after your last attempt, or when the quiz closes.`,
    never: t`You see your marks, but not the answers.`,
  }[showTime]
  return [
    t`${plural({ questions }, { one: '# question', other: '# questions' })}`,
    minutes === null ? t`No time limit` : t`${plural({ minutes }, { one: '# minute', other: '# minutes' })}`,
    t`You pass with ${passPercent} % of the marks.`,
    ...(attemptsAllowed === null
      ? []
      : [t`${plural({ attemptsAllowed }, { one: '# attempt', other: '# attempts' })} in all`]),
    ...(negativePercent === 0
      ? []
      : [t`A wrong answer costs ${negativePercent} % of its points; no answer costs nothing.`]),
    shown,
  ]
}

function AttemptRow({ quiz, attempt }: { quiz: QuizPage; attempt: AttemptBrief }) {
  const { t, i18n } = useLingui()
  const { number, marks, maxMarks, passed } = attempt
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        to={paths.quiz(quiz.courseId, quiz.lectureId, attempt._id)}
        className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3 hover:bg-tint focus-visible:-outline-offset-2"
      >
        <span>
          <span className="font-semibold">{t`Attempt ${number}`}</span>{' '}
          <ReaderTime iso={attempt.handedInAt ?? attempt.beganAt} look="dateTime" className="text-sm text-muted" />
        </span>
        <span className="flex items-center gap-3">
          {marks !== null && <span className="tabular">{t`${i18n.number(marks)} of ${i18n.number(maxMarks)}`}</span>}
          <PassedBadge passed={passed} />
        </span>
      </Link>
    </li>
  )
}

/** A quiz before and between attempts: what it asks for, own attempts, and the button that begins one. */
export function QuizOverview({ quiz }: { quiz: QuizPage }) {
  const { t } = useLingui()
  const rules = useRules(quiz)
  const hydrated = useHydrated()
  const { busy, begin } = useBegin(quiz)
  const { attempts, attemptsLeft, problem, closesAt } = quiz
  const open = attempts.find(({ handedInAt }) => handedInAt === null)
  const problems = {
    quiz_empty: t`This quiz has no questions yet.`,
    quiz_closed: t`This quiz has closed.`,
    attempts_used: quiz.passed
      ? t`You have used all attempts of this quiz.`
      : t`You have used all attempts of this quiz. Ask your educator for another one.`,
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {quiz.passed && (
        <Notice tone="success">
          <Trans>You have passed this quiz.</Trans>
        </Notice>
      )}
      <Card>
        {quiz.intro !== '' && <QuizText text={quiz.intro} formulas={quiz.formulas} className="mb-5" />}
        <ul className="grid gap-2">
          {rules.map((rule) => (
            <li key={rule} className="flex items-start gap-2.5">
              <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
              <span>{rule}</span>
            </li>
          ))}
          {closesAt !== null && (
            <li className="flex items-start gap-2.5">
              <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
              <span>
                <Trans>
                  Closes <ReaderTime iso={closesAt} look="dateTime" />
                </Trans>
              </span>
            </li>
          )}
        </ul>
        <div className="mt-6 flex flex-wrap items-center gap-4">
          {problem === null ? (
            <Button
              size="lg"
              busy={busy}
              disabled={!hydrated}
              icon={<Play aria-hidden="true" className="size-5" />}
              onClick={begin}
            >
              {open
                ? t`Go on with attempt ${open.number}`
                : attempts.length === 0
                  ? t`Begin`
                  : t`Begin another attempt`}
            </Button>
          ) : (
            <p className="font-semibold">{problems[problem]}</p>
          )}
          {attemptsLeft !== null && problem === null && (
            <span className="text-muted">
              {t`${plural({ attemptsLeft }, { one: '# attempt left', other: '# attempts left' })}`}
            </span>
          )}
        </div>
      </Card>
      {attempts.length > 0 && (
        <Card as="section" flush aria-labelledby="own-attempts">
          <h2 id="own-attempts" className="px-5 py-4 font-sans text-lg font-semibold">
            <Trans>Your attempts</Trans>
          </h2>
          <ul className="border-t border-line">
            {attempts.map((attempt) => (
              <AttemptRow key={attempt._id} quiz={quiz} attempt={attempt} />
            ))}
          </ul>
        </Card>
      )}
      <ButtonLink to={paths.learn(quiz.courseId)} variant="secondary" className="w-fit">
        <Trans>Back to the course</Trans>
      </ButtonLink>
    </div>
  )
}
