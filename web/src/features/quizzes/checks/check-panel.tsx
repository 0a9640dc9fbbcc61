import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ApiError, type AskedCheck, type CheckPlace, api as calls, type QuizAnswer } from '@virtual-courses/contract'
import {
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { browserApi } from '#lib/api.ts'
import { formatClock } from '#lib/text/format.ts'
import { type Failure, failureOf } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNotice } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { MarkedAnswer, StateBadge } from '../marked-answer.tsx'
import { AnswerField, Prompt } from '../question-fields.tsx'

export type CheckPanelProps = {
  place: Pick<CheckPlace, 'lectureId' | 'questionId' | 'second' | 'maySkip'>
  actions: { pass: () => void; back: (second: number) => void; leave: () => void }
}

/** How long an answer may take before another try is offered, in milliseconds. */
const mostMs = 15_000

/** How far “Watch again” goes back, in seconds. */
const backSeconds = 15

/** iPhones show only the video in full screen. */
type PhoneVideo = HTMLVideoElement & { webkitDisplayingFullscreen?: boolean; webkitExitFullscreen?: () => void }

/** Takes the focus, unless the user is busy elsewhere on the page, and brings the video back into the page that asks. */
function useArrival() {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const player = box.current?.closest('section')
    const isHere = () => document.activeElement === document.body || player?.contains(document.activeElement)
    if (isHere()) box.current?.focus({ preventScroll: true })
    const phone: PhoneVideo | null | undefined = player?.querySelector('video')
    if (phone?.webkitDisplayingFullscreen) phone.webkitExitFullscreen?.()
    if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => {})
    return () => {
      // the keys of the player go on
      if (isHere()) player?.focus({ preventScroll: true })
    }
  }, [])
  return box
}

/** A question at a second of a video, over the player that waits for its answer. */
export function CheckPanel({ place, actions }: CheckPanelProps) {
  const { t } = useLingui()
  const id = useId()
  const [asked, setAsked] = useState<AskedCheck | null>(null)
  const [answer, setAnswer] = useState<QuizAnswer | null>(null)
  const [busy, setBusy] = useState(true)
  const [problem, setProblem] = useState<Failure | null>(null)
  const box = useArrival()
  const go = useRef<HTMLButtonElement>(null)
  const { lectureId, questionId, second, maySkip } = place
  const params = { lectureId, questionId }
  const time = formatClock(second)
  const backTo = Math.max(0, second - backSeconds)

  async function call(send: (signal: AbortSignal) => Promise<AskedCheck>, failed: string): Promise<AskedCheck | null> {
    setBusy(true)
    setProblem(null)
    try {
      return await send(AbortSignal.timeout(mostMs))
    } catch (error) {
      // its educator has taken it out of the video
      if (error instanceof ApiError && error.code === 'not_found') actions.pass()
      else setProblem(failureOf(error, failed))
      return null
    } finally {
      setBusy(false)
    }
  }
  async function load() {
    const read = await call(
      (signal) => browserApi(calls.videoChecks.read, { params, signal }),
      t`The question could not be loaded.`,
    )
    // answered in another tab, or on another device
    if (read?.done) return actions.pass()
    if (!read) return
    setAsked(read)
    setAnswer(read.answer)
  }
  const loadFirst = useEffectEvent(load)
  useEffect(() => void loadFirst(), [])

  async function give() {
    if (!asked || answer === null || busy) return
    const body = { answer, tries: asked.tries }
    const marked = await call(
      (signal) => browserApi(calls.videoChecks.answer, { params, body, signal }),
      t`Your answer could not be marked: there is no connection.`,
    )
    if (!marked) return
    setAsked(marked)
    setAnswer(marked.answer)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (asked?.done) actions.pass()
    else void (asked ? give() : load())
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    if (maySkip || asked?.done) actions.pass()
    else actions.leave()
  }

  const done = asked?.done ?? false
  // a screen reader goes on with what it was told; the button is the next to press
  useLayoutEffect(() => {
    if (done) go.current?.focus()
  }, [done])
  const marking = asked?.marking
  const words = (): string => {
    if (!asked) return ''
    if (!marking) return t`The video has stopped at a question.`
    if (marking.state === 'right') return t`Right!`
    if (done) return t`Not right. The right answer is shown.`
    return t`Not right yet. ${plural(asked.triesLeft, { one: 'You have one more try.', other: 'You have # more tries.' })}`
  }
  return (
    <div
      ref={box}
      role="dialog"
      data-open=""
      data-asks=""
      aria-labelledby={`${id}-head`}
      aria-describedby={id}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="relative grid min-h-full grid-cols-[minmax(0,1fr)] cursor-auto bg-surface text-ink [--color-focus:light-dark(#4f46d8,#ffc15a)] focus-visible:outline-none"
    >
      <form
        onSubmit={submit}
        noValidate
        className="mx-auto grid w-full max-w-2xl grid-cols-[minmax(0,1fr)] content-center gap-4 p-5"
      >
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 id={`${id}-head`} className="font-sans text-lg font-semibold">
            {t`Question at ${time}`}
          </h2>
          {marking && <StateBadge state={marking.state} />}
        </div>
        {asked ? (
          <>
            <div id={id}>
              <Prompt question={asked.question} answer={answer} disabled={done} onAnswer={setAnswer} />
            </div>
            <AnswerField
              question={asked.question}
              answer={answer}
              labelledBy={id}
              disabled={done}
              right={marking?.right}
              onAnswer={setAnswer}
            />
          </>
        ) : (
          problem === null && <Spinner className="justify-center py-6" label={t`Loading`} />
        )}
        <p role="status" className={marking ? 'font-medium' : 'sr-only'}>
          {words()}
        </p>
        {asked && marking && <MarkedAnswer question={asked.question} marking={marking} />}
        <ErrorNotice said={problem} />
        <div className="flex flex-wrap gap-3">
          {done ? (
            <Button ref={go} type="submit" variant="accent">
              <Trans context="video">Continue</Trans>
            </Button>
          ) : (
            <>
              <Button type="submit" busy={busy} disabled={asked !== null && answer === null}>
                {problem === null ? <Trans>Check the answer</Trans> : <Trans>Try again</Trans>}
              </Button>
              {second > 0 && (
                <Button variant="secondary" onClick={() => actions.back(backTo)}>
                  {t`Watch again from ${{ time: formatClock(backTo) }}`}
                </Button>
              )}
              {(maySkip || problem !== null) && (
                <Button variant="ghost" onClick={actions.pass}>
                  {maySkip ? <Trans>Skip</Trans> : <Trans>Go on without an answer</Trans>}
                </Button>
              )}
            </>
          )}
        </div>
      </form>
    </div>
  )
}
