import { Trans, useLingui } from '@lingui/react/macro'
import { maxChatLength, type OfferedQuestion, type TutorTask } from '@virtual-courses/contract'
import { SendHorizontal, Square } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { formatClock } from '#lib/text/format.ts'
import { Button } from '#ui/button.tsx'
import { type JumpTo, TutorAnswer } from './tutor-answer.tsx'
import { openTalk } from './tutor-talk.ts'

export type PanelProps = {
  userId: string
  courseId: string
  /** the lecture that is open, if it may be watched */
  lecture: { _id: string } | null
  /** The present second of the video; null without one. */
  secondNow: () => number | null
  onJump: JumpTo
  onQuestion: (question: OfferedQuestion) => void
}

/** Asks about the course, and shows answers with the places that they cite. */
export function TutorPanel({ userId, courseId, lecture, secondNow, onJump, onQuestion }: PanelProps) {
  const { t } = useLingui()
  const talk = openTalk(userId, courseId)
  const { exchanges, isWriting, draft, spoken } = useSyncExternalStore(talk.subscribe, talk.read, talk.read)
  const end = useRef<HTMLDivElement>(null)
  const lectureId = lecture?._id ?? null

  // biome-ignore lint/correctness/useExhaustiveDependencies: every piece of an answer moves the end
  useLayoutEffect(() => {
    const box = end.current?.closest('[data-answers]')
    box?.scrollTo({ top: box.scrollHeight, behavior: 'instant' })
  }, [exchanges])

  const ask = (message: string, task: TutorTask) => void talk.ask({ message, task, lectureId, seconds: secondNow() })
  function submit(event: FormEvent) {
    event.preventDefault()
    ask(draft, 'ask')
  }
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    // Enter may also confirm a word of an input method
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    submit(event)
  }
  function explain() {
    const second = secondNow() ?? 0
    ask(t`Explain this moment (${{ time: formatClock(second) }})`, 'explain')
  }

  return (
    <div className="flex min-h-0 flex-col lg:h-full">
      <section
        data-answers=""
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls with the arrow keys
        tabIndex={0}
        aria-label={t`Questions and answers`}
        className="max-h-[26rem] min-h-24 overflow-y-auto overscroll-contain p-4 lg:max-h-none lg:flex-1 focus-visible:-outline-offset-2"
      >
        {exchanges.length === 0 && (
          <p className="text-sm text-muted">
            <Trans>
              Answers come from the lectures of this course that you may watch, each with the place where it is said. A
              question that they do not answer is shown to the educator, without your name.
            </Trans>
          </p>
        )}
        <ol className="grid gap-5">
          {exchanges.map((exchange, index) => (
            <TutorAnswer
              key={exchange.id}
              exchange={exchange}
              isWriting={isWriting && index === exchanges.length - 1}
              onJump={onJump}
              onQuestion={onQuestion}
            />
          ))}
        </ol>
        {lectureId !== null && (
          <ul aria-label={t`What the tutor can do`} className="mt-4 flex flex-wrap gap-2">
            <li>
              <Button variant="secondary" size="sm" disabled={isWriting} onClick={explain}>
                <Trans>Explain this moment</Trans>
              </Button>
            </li>
            <li>
              <Button
                variant="secondary"
                size="sm"
                disabled={isWriting}
                onClick={() => ask(t`Summarise this lecture`, 'summarise')}
              >
                <Trans>Summarise this lecture</Trans>
              </Button>
            </li>
            <li>
              <Button
                variant="secondary"
                size="sm"
                disabled={isWriting}
                onClick={() => ask(t`Quiz me on this lecture`, 'quiz')}
              >
                <Trans>Quiz me on this lecture</Trans>
              </Button>
            </li>
          </ul>
        )}
        <div ref={end} />
      </section>
      <p role="status" className="sr-only">
        {spoken}
      </p>
      <form onSubmit={submit} className="flex items-end gap-2 border-t border-line p-3">
        <textarea
          rows={2}
          value={draft}
          maxLength={maxChatLength}
          onChange={({ target }) => talk.setDraft(target.value)}
          onKeyDown={press}
          aria-label={t`Your question about this course`}
          placeholder={t`How do I …?`}
          enterKeyHint="send"
          autoComplete="off"
          className="control min-w-0 flex-1 resize-none rounded-sm px-3 py-1.5 leading-5"
        />
        {isWriting ? (
          <Button
            variant="secondary"
            size="sm"
            aria-label={t`Stop`}
            onClick={() => talk.stop()}
            className="size-11 shrink-0 px-0"
          >
            <Square aria-hidden="true" className="size-4 fill-current" />
          </Button>
        ) : (
          <Button type="submit" size="sm" aria-label={t`Send`} className="size-11 shrink-0 px-0">
            <SendHorizontal aria-hidden="true" className="size-5" />
          </Button>
        )}
      </form>
    </div>
  )
}
