import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type CourseQuestion, api as calls, isolate, type QuestionFilter } from '@virtual-courses/contract'
import { CircleCheck, MessageCircleQuestionMark, ThumbsUp } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { formatClock, formatCount } from '#lib/text/format.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { usePersonName } from '#lib/text/person-name.ts'
import { TimeSince } from '#lib/text/reader-clock.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { joinRows, usePages } from '#lib/use-pages.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { SaidText } from '#ui/said.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { Choice } from './use-questions-view.ts'

type Props = {
  courseId: string
  /** the lecture that is open; null while there is none */
  lectureId: string | null
  language: string | undefined
  chosen: Choice
  onChoose: (chosen: Choice) => void
  onOpen: (id: string) => void
  /** null where the user cannot ask */
  onAsk: (() => void) | null
}

/** The questions of a lecture or of its course. */
export function QuestionList({ courseId, lectureId, language, chosen, onChoose, onOpen, onAsk }: Props) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(chosen.text)
  const search = useEffectEvent((text: string) => text !== chosen.text && onChoose({ ...chosen, text }))
  useEffect(() => {
    const timer = setTimeout(() => search(typed.trim()), 300)
    return () => clearTimeout(timer)
  }, [typed])
  const lecture = chosen.all ? null : lectureId
  const query = { show: chosen.show, text: chosen.text, ...(lecture !== null && { lecture }) }
  const load = (cursor?: string) =>
    browserApi(calls.questions.ofCourse, { params: { courseId }, query: { ...query, ...(cursor && { cursor }) } })
  const key = JSON.stringify([courseId, query])
  const { data, error, busy, reload, more } = usePages(key, load, (shown, next) => ({
    ...next,
    questions: joinRows(shown.questions, next.questions),
  }))
  const filtered = chosen.show !== 'all' || chosen.text !== ''
  return (
    <div className="grid gap-4 p-4">
      {onAsk && (
        <Button icon={<MessageCircleQuestionMark aria-hidden="true" className="size-4.5" />} onClick={onAsk}>
          <Trans>Ask a question</Trans>
        </Button>
      )}
      <div className="grid grid-cols-2 gap-2">
        <Input
          type="search"
          aria-label={t`Search the questions`}
          placeholder={t`Search the questions`}
          maxLength={100}
          value={typed}
          className="col-span-2"
          onChange={({ target }) => setTyped(target.value)}
        />
        <Select
          aria-label={t`Of which lectures`}
          value={chosen.all ? 'all' : 'this'}
          disabled={lectureId === null}
          options={[
            { value: 'this', label: t`This lecture` },
            { value: 'all', label: t`All lectures` },
          ]}
          onChange={({ target }) => onChoose({ ...chosen, all: target.value === 'all' })}
        />
        <Select
          aria-label={t`Which questions`}
          value={chosen.show}
          options={[
            { value: 'all', label: t`All questions` },
            { value: 'unanswered', label: t`Without an answer` },
            { value: 'own', label: t`Your own` },
            { value: 'followed', label: t`Followed` },
          ]}
          onChange={({ target }) => onChoose({ ...chosen, show: target.value as QuestionFilter })} // the values above
        />
      </div>
      {error !== null && (
        <div className="grid justify-items-start gap-2">
          <p role="alert" className="text-danger">
            <SaidText said={failureOf(error, t`The questions could not be loaded.`)} />
          </p>
          <Button variant="secondary" size="sm" onClick={reload}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
      {!data && error === null && <Spinner className="min-h-24 w-full justify-center" label={t`Loading questions`} />}
      {data && (
        <div aria-live="polite">
          {data.questions.length === 0 ? (
            <p className="py-2 text-muted">
              {filtered ? t`No question fits this choice.` : t`No one has asked here yet. Be the first!`}
            </p>
          ) : (
            <ul aria-label={t`Questions`} className="-mx-2 grid">
              {data.questions.map((question) => (
                <QuestionRow key={question._id} question={question} language={language} onOpen={onOpen} />
              ))}
            </ul>
          )}
          {data.next !== null && (
            <Button variant="secondary" size="sm" className="mt-2" busy={busy} onClick={more}>
              <Trans>Show more questions</Trans>
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

type RowProps = { question: CourseQuestion; language: string | undefined; onOpen: (id: string) => void }

/** A question in a list: its title opens it. */
export function QuestionRow({ question, language, onOpen }: RowProps) {
  const { t } = useLingui()
  const nameOf = usePersonName()
  const { title, author, second, answers, solved, votes } = question
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        onClick={() => onOpen(question._id)}
        className="grid w-full gap-1 rounded-md px-2 py-3 text-start hover:bg-tint focus-visible:-outline-offset-2"
      >
        <span {...writtenIn(language)} className="font-semibold wrap-anywhere">
          {title}
        </span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          {second !== null && <span className="tabular text-link">{formatClock(second)}</span>}
          <span {...writtenIn()} className="min-w-0 wrap-anywhere">
            {isolate(nameOf(author.name))}
          </span>
          <TimeSince iso={question.createdAt} />
          <span className={answers === 0 ? undefined : 'font-medium text-ink'}>
            {t`${plural({ count: answers }, { 0: 'no answer yet', one: '# answer', other: '# answers' })}`}
          </span>
          {votes > 0 && (
            <span className="inline-flex items-center gap-1">
              <ThumbsUp aria-hidden="true" className="size-3.5" />
              <span className="sr-only">{t`${plural({ count: votes }, { one: '# vote', other: '# votes' })}`}</span>
              <span aria-hidden="true" className="tabular">
                {formatCount(votes)}
              </span>
            </span>
          )}
          {solved && (
            <span className="inline-flex items-center gap-1 font-medium text-success">
              <CircleCheck aria-hidden="true" className="size-4" />
              <Trans>Solved</Trans>
            </span>
          )}
        </span>
      </button>
    </li>
  )
}
