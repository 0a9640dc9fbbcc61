import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { api, ReplyOf } from '@virtual-courses/contract'
import { Clock } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { TimeSince } from '#lib/text/reader-clock.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { QuestionThread } from './question-thread.tsx'

type OwnQuestion = ReplyOf<typeof api.questions.ofEducator>['questions'][number]

/** Questions in the educator's courses; one is opened in its place and answered there. */
export function OwnQuestions({ questions }: { questions: readonly OwnQuestion[] }) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<string | null>(null)
  return (
    <ul aria-label={t`Questions`} className="grid gap-4">
      {questions.map((question) => (
        <Card
          as="li"
          key={question._id}
          id={`question-${question._id}`}
          tabIndex={-1}
          flush
          className="min-w-0 scroll-mt-[calc(var(--spacing-bar)+1rem)]"
        >
          {open === question._id ? (
            <QuestionThread
              id={question._id}
              language={undefined}
              mayWrite
              onBack={() => {
                // the button that was pressed is gone
                document.getElementById(`question-${question._id}`)?.focus()
                setOpen(null)
                void revalidate()
              }}
            />
          ) : (
            <ClosedQuestion question={question} onOpen={() => setOpen(question._id)} />
          )}
        </Card>
      ))}
    </ul>
  )
}

function ClosedQuestion({ question, onOpen }: { question: OwnQuestion; onOpen: () => void }) {
  const { t } = useLingui()
  const { title, text, waitsSince, lecture, courseTitle, answers } = question
  return (
    <div className="grid gap-2 p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        {waitsSince !== null && (
          <Badge tone="accent" icon={<Clock aria-hidden="true" />}>
            <Trans>Waits for your answer</Trans>
          </Badge>
        )}
        <TimeSince iso={waitsSince ?? question.createdAt} />
        <span>{t`${plural({ count: answers }, { 0: 'no answer yet', one: '# answer', other: '# answers' })}`}</span>
      </div>
      <h3 {...writtenIn()} className="font-sans text-lg wrap-anywhere">
        {title}
      </h3>
      <p className="text-sm text-muted wrap-anywhere">
        <bdi>{courseTitle}</bdi>
        {lecture && (
          <span>
            <span> · </span>
            <bdi>{lecture.title}</bdi>
          </span>
        )}
      </p>
      {text !== '' && (
        <p {...writtenIn()} className="line-clamp-3 max-w-prose wrap-anywhere">
          {text}
        </p>
      )}
      <div>
        <Button size="sm" variant={waitsSince === null ? 'secondary' : 'primary'} onClick={onOpen}>
          {waitsSince === null ? (
            <Trans>
              Open<span className="sr-only">{`: ${{ question: title }}`}</span>
            </Trans>
          ) : (
            <Trans>
              Answer<span className="sr-only">{`: ${{ question: title }}`}</span>
            </Trans>
          )}
        </Button>
      </div>
    </div>
  )
}
