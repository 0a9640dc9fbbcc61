import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type CourseAnswer, type CourseQuestion, api as calls, type ReplyOf } from '@virtual-courses/contract'
import { ArrowLeft, Bell, BellOff, CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { formatClock } from '#lib/text/format.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { joinRows, usePages } from '#lib/use-pages.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { SaidText } from '#ui/said.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { AnswerForm } from './answer-form.tsx'
import type { Post, QuestionPlace } from './post.ts'
import { AcceptedMark, PostView } from './post-view.tsx'
import { countWaitingAgain } from './use-waiting-questions.ts'

type Data = ReplyOf<typeof calls.questions.read>

type Props = {
  id: string
  /** of the course */
  language: string | undefined
  /** false for admins, who only read */
  mayWrite: boolean
  /** Goes to the place of the question beside the player; without it a link leads there. */
  onJump?: (place: QuestionPlace) => void
  onBack: () => void
}

/** A question with its answers. */
export function QuestionThread({ id, language, mayWrite, onJump, onBack }: Props) {
  const { t } = useLingui()
  const load = (cursor?: string) =>
    browserApi(calls.questions.read, { params: { questionId: id }, query: cursor === undefined ? {} : { cursor } })
  const { data, error, reload, more, ...pages } = usePages<Data>(id, load, (shown, next) => ({
    ...next,
    answers: joinRows(shown.answers, next.answers),
  }))
  const heading = useRef<HTMLHeadingElement>(null)
  const loaded = data !== null
  // what was pressed to open it is gone; below the player of a phone it comes into view
  useEffect(() => {
    if (loaded) heading.current?.focus()
  }, [loaded])
  const [busy, setBusy] = useState(false)
  const changed = () => {
    void reload()
    countWaitingAgain()
  }
  async function send(call: () => Promise<unknown>): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      await call()
      changed()
    } catch (failure) {
      toast.error(failureOf(failure, t`Something went wrong`))
    } finally {
      setBusy(false)
    }
  }
  /** A post as it is stored now; as it was read where it is gone. */
  async function find(post: Post): Promise<Post> {
    let page: Data | null = await load()
    while (page !== null) {
      const found = [page.question, page.accepted, ...page.answers].find((one) => one?._id === post._id)
      if (found) return found
      page = page.next === null ? null : await load(page.next)
    }
    return post
  }
  const accept = (answerId: string | null) =>
    send(() => browserApi(calls.questions.accept, { params: { questionId: id }, body: { answerId } }))

  const back = (
    <Button
      variant="ghost"
      size="sm"
      className="-ms-2.5"
      icon={<ArrowLeft aria-hidden="true" className="size-4" />}
      onClick={onBack}
    >
      <Trans>All questions</Trans>
    </Button>
  )
  const failure = error !== null && (
    <p role="alert" className="text-danger">
      <SaidText said={failureOf(error, t`The question could not be loaded.`)} />
    </p>
  )
  if (!data)
    return (
      <div className="grid gap-3 p-4">
        <div>{back}</div>
        {failure || <Spinner className="min-h-24 w-full justify-center" label={t`Loading the question`} />}
      </div>
    )
  const { question, accepted, answers, mayAccept } = data
  const answerView = (answer: CourseAnswer) => (
    <PostView
      post={answer}
      find={() => find(answer)}
      mayWrite={mayWrite}
      onChanged={changed}
      onRemoved={changed}
      actions={
        mayAccept && (
          <Button
            variant="ghost"
            size="sm"
            aria-pressed={answer.accepted}
            icon={<CircleCheck aria-hidden="true" className="size-4" />}
            onClick={() => accept(answer.accepted ? null : answer._id)}
          >
            {answer.accepted ? <Trans>Accepted</Trans> : <Trans>Accept</Trans>}
          </Button>
        )
      }
    />
  )
  return (
    <article aria-label={question.title} className="grid gap-5 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {back}
        {mayWrite && (
          <Button
            variant="ghost"
            size="sm"
            aria-pressed={question.follows}
            icon={
              question.follows ? (
                <BellOff aria-hidden="true" className="size-4" />
              ) : (
                <Bell aria-hidden="true" className="size-4" />
              )
            }
            onClick={() => {
              const body = { follows: !question.follows }
              void send(() => browserApi(calls.questions.follow, { params: { questionId: id }, body }))
            }}
          >
            {question.follows ? <Trans>Stop following</Trans> : <Trans>Follow</Trans>}
          </Button>
        )}
      </div>
      <div>
        <h3
          {...writtenIn(language)}
          ref={heading}
          tabIndex={-1}
          className="mb-1 scroll-mt-[calc(var(--spacing-bar)+3rem)] font-sans text-lg outline-none wrap-anywhere"
        >
          {question.title}
        </h3>
        <PlaceLine question={question} onJump={onJump} />
        <PostView
          post={question}
          find={() => find(question)}
          mayWrite={mayWrite}
          onChanged={changed}
          onRemoved={onBack}
        />
      </div>
      <section aria-labelledby={`answers-${id}`} className="border-t border-line pt-4">
        <h4 id={`answers-${id}`} className="mb-3 font-sans text-base">
          {t`${plural({ count: question.answers }, { 0: 'No answer yet', one: '# answer', other: '# answers' })}`}
        </h4>
        <ul aria-label={t`Answers`} className="grid gap-5">
          {accepted && (
            <li className="rounded-md border border-success p-3">
              <AcceptedMark />
              {answerView(accepted)}
            </li>
          )}
          {answers.map((answer) => (
            <li key={answer._id}>{answerView(answer)}</li>
          ))}
        </ul>
        {failure}
        {data.next !== null && (
          <Button variant="secondary" size="sm" className="mt-4" busy={pages.busy} onClick={more}>
            <Trans>Show more answers</Trans>
          </Button>
        )}
      </section>
      {mayWrite && <AnswerForm questionId={id} onAnswered={changed} />}
    </article>
  )
}

type PlaceProps = { question: CourseQuestion; onJump: Props['onJump'] }

/** The lecture and the second that a question is about. */
function PlaceLine({ question: { courseId, lecture, second, videoId }, onJump }: PlaceProps) {
  if (!lecture)
    return (
      <p className="mb-3 text-sm text-muted">
        <Trans>About a lecture that was removed</Trans>
      </p>
    )
  const to = second === null ? paths.learn(courseId, lecture._id) : paths.learnAt(courseId, lecture._id, { t: second })
  return (
    <p className="mb-3 text-sm">
      <Link
        to={to}
        className="inline-flex min-h-6 flex-wrap items-center gap-x-1.5 text-link underline underline-offset-4"
        onClick={(event) => {
          if (!onJump || event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          onJump({ lectureId: lecture._id, second, videoId })
        }}
      >
        {second !== null && <span className="tabular font-semibold">{formatClock(second)}</span>}
        <bdi className="wrap-anywhere">{lecture.title}</bdi>
      </Link>
    </p>
  )
}
