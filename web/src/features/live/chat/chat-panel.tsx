import { Trans, useLingui } from '@lingui/react/macro'
import { type LiveMessage, type LiveQuestionState, maxLiveMessageLength } from '@virtual-courses/contract'
import { CircleCheck, CircleQuestionMark, MessageSquare, Trash2 } from 'lucide-react'
import { type FormEvent, memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { cutText } from '#lib/text/cut-text.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { removeRow } from '#ui/double-tap.ts'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import type { Slot } from '#ui/slot.ts'
import type { Room, RoomView } from '../room.ts'
import { PanelEmpty } from '../together/panel-empty.tsx'
import type { Together, TogetherState } from '../together/together-store.ts'
import { splitLinks } from './split-links.ts'

type ChatMessageProps = {
  message: LiveMessage
  mine: boolean
  /** undefined where the current user may not delete it */
  onDelete: (() => void) | undefined
  question: LiveQuestionState | undefined
  /** undefined where the current user may not mark it */
  onMark: ((question: LiveQuestionState | 'none') => void) | undefined
  isHost: boolean
}

type MarkProps = { label: string; pressed: boolean; onPress: () => void; children: ReactNode }

function MarkButton({ label, pressed, onPress, children }: MarkProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onPress}
      className="grid size-7 shrink-0 place-items-center rounded-full text-subtle hover:bg-tint hover:text-ink aria-pressed:text-link [&_svg]:size-4"
    >
      {children}
    </button>
  )
}

/** One message: plain text with links for web addresses. */
function ChatMessage({ message: { message, sender, timestamp }, mine, onDelete, ...marking }: ChatMessageProps) {
  const { t } = useLingui()
  const { question, onMark, isHost } = marking
  const isAnswered = question === 'answered'
  return (
    <li
      className={cx('group flex max-w-[88%] flex-col', mine ? 'items-end self-end text-end' : 'items-start self-start')}
    >
      <p className={cx('flex flex-wrap items-center gap-x-2 text-xs text-muted', mine && 'justify-end')}>
        {!mine && <span className="max-w-full font-semibold text-ink wrap-anywhere">{sender}</span>}
        {mine && (
          <span className="sr-only">
            <Trans>You</Trans>
          </span>
        )}
        <ReaderTime iso={timestamp} look="time" />
        {onMark && !isAnswered && (
          <MarkButton
            label={t`Question: ${{ message: cutText(message, 40) }}`}
            pressed={question === 'open'}
            onPress={() => onMark(question === 'open' ? 'none' : 'open')}
          >
            <CircleQuestionMark aria-hidden="true" />
          </MarkButton>
        )}
        {onMark && isHost && question && (
          <MarkButton
            label={t`Answered: ${{ message: cutText(message, 40) }}`}
            pressed={isAnswered}
            onPress={() => onMark(isAnswered ? 'open' : 'answered')}
          >
            <CircleCheck aria-hidden="true" />
          </MarkButton>
        )}
        {onDelete && (
          <button
            type="button"
            aria-label={t`Delete message: ${{ message: cutText(message, 40) }}`}
            onClick={() => removeRow(onDelete)}
            className="grid size-7 shrink-0 place-items-center rounded-full text-subtle hover:bg-tint hover:text-danger"
          >
            <Trash2 aria-hidden="true" className="size-4" />
          </button>
        )}
      </p>
      {question && (
        <Badge
          tone={isAnswered ? 'success' : 'accent'}
          icon={isAnswered ? <CircleCheck aria-hidden="true" /> : <CircleQuestionMark aria-hidden="true" />}
          className="mb-1"
        >
          {isAnswered ? t`Answered` : t`Question`}
        </Badge>
      )}
      <p
        {...writtenIn()}
        className={cx(
          'rounded-lg px-3.5 py-2 text-start whitespace-pre-wrap wrap-anywhere',
          mine ? 'rounded-se-sm bg-primary text-on-primary' : 'rounded-ss-sm bg-neutral-soft text-ink',
        )}
      >
        {splitLinks(message).map(({ text, href }, index) =>
          href ? (
            <a
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never change
              key={index}
              href={href}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="underline underline-offset-2"
            >
              {text}
            </a>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <span key={index}>{text}</span>
          ),
        )}
      </p>
    </li>
  )
}

type Props = {
  control: Room
  room: RoomView
  userId: string
  isHost: boolean
  together: Together
  state: TogetherState
  /** stands in place of the questions until they were read */
  unread: Slot
  /** false while another panel is in front of it */
  isShown: boolean
}

type MessagesProps = Pick<Props, 'control' | 'userId' | 'isHost' | 'together'> & {
  messages: readonly LiveMessage[]
  marks: TogetherState['marks']
}

/** The messages of a list. Rendered only when they change: people come and go far more often, and each key typed renders the panel. */
const Messages = memo(function Messages({ messages, marks, userId, isHost, control, together }: MessagesProps) {
  return (
    <ol className="flex flex-col gap-3">
      {messages.map((message) => {
        const mine = message.senderId === userId
        const mayChange = mine || isHost
        const question = marks.has(message._id) ? marks.get(message._id) : message.question
        const mayMark = isHost || (mine && question !== 'answered')
        return (
          <ChatMessage
            key={message._id}
            message={message}
            mine={mine}
            onDelete={mayChange ? () => void control.deleteMessage(message._id) : undefined}
            question={question}
            onMark={mayMark ? (mark) => void together.mark(message._id, mark) : undefined}
            isHost={isHost}
          />
        )
      })}
    </ol>
  )
})

/** Distance from the end, in pixels, at which the list still follows new messages. */
const nearEnd = 60

/** The chat of a session. */
export function ChatPanel({ control, room, userId, isHost, together, state, unread, isShown }: Props) {
  const { t } = useLingui()
  const list = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const atEnd = useRef(true)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [loading, setLoading] = useState(false)
  const [unseen, setUnseen] = useState(false)
  const [asking, setAsking] = useState(false)
  const [filter, setFilter] = useState<'all' | 'questions'>('all')
  const { moreMessages } = room
  const { questions, marks } = state
  const open = questions.filter(({ question }) => question === 'open').length
  const listsQuestions = filter === 'questions'
  const messages = listsQuestions ? questions : room.messages
  const last = room.messages.at(-1)?._id

  const toEnd = () => {
    const box = list.current
    box?.scrollTo({ top: box.scrollHeight })
    atEnd.current = true
    setUnseen(false)
  }
  useLayoutEffect(() => {
    if (!last || !isShown || listsQuestions) return
    const box = list.current
    if (atEnd.current) box?.scrollTo({ top: box.scrollHeight })
    else setUnseen(true)
  }, [last, isShown, listsQuestions])

  async function send(event: FormEvent) {
    event.preventDefault()
    // a press on the button would close a phone's keyboard
    field.current?.focus()
    const message = text.trim()
    if (!message || busy) return
    setBusy(true)
    atEnd.current = true
    // keeps text that was typed while the message was being sent
    const sent = await control.sendMessage(message, asking)
    setBusy(false)
    if (!sent) return
    setText((now) => (now.trim() === message ? '' : now))
    setAsking(false)
    together.sent(sent)
  }

  async function older() {
    const box = list.current
    const before = box?.scrollHeight ?? 0
    setLoading(true)
    await control.showOlder()
    setLoading(false)
    // keeps the reading position
    requestAnimationFrame(() => box?.scrollTo({ top: box.scrollTop + box.scrollHeight - before, behavior: 'instant' }))
  }

  return (
    <section aria-labelledby="live-chat" className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-4 py-2">
        <h2 id="live-chat" className="py-1 font-sans text-lg">
          <Trans>Live Chat</Trans>
        </h2>
        <Button
          size="sm"
          variant={listsQuestions ? 'secondary' : 'ghost'}
          aria-pressed={listsQuestions}
          onClick={() => setFilter(listsQuestions ? 'all' : 'questions')}
        >
          {t`Questions (${{ open: open }} of ${{ all: questions.length }} open)`}
        </Button>
      </div>
      <section
        ref={list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls with the arrow keys
        tabIndex={0}
        aria-label={t`Messages so far`}
        onScroll={({ currentTarget: box }) => {
          if (listsQuestions || !isShown) return
          atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd
          if (atEnd.current) setUnseen(false)
        }}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain p-4 focus-visible:-outline-offset-2"
      >
        {moreMessages && !listsQuestions && (
          <Button variant="ghost" size="sm" busy={loading} onClick={() => void older()} className="mx-auto mb-3 flex">
            <Trans>Show earlier messages</Trans>
          </Button>
        )}
        {messages.length > 0 ? (
          <Messages {...{ messages, marks, userId, isHost, control, together }} />
        ) : (
          (listsQuestions && unread) || (
            <PanelEmpty icon={listsQuestions ? <CircleQuestionMark /> : <MessageSquare />}>
              {listsQuestions ? <Trans>No questions yet.</Trans> : <Trans>No messages yet. Say hello.</Trans>}
            </PanelEmpty>
          )
        )}
      </section>
      {unseen && !listsQuestions && (
        <Button variant="secondary" size="sm" onClick={toEnd} className="mx-auto my-2 shrink-0">
          <Trans>New messages</Trans>
        </Button>
      )}
      <form onSubmit={send} className="flex items-start gap-2 border-t border-line p-3">
        <button
          type="button"
          aria-pressed={asking}
          aria-label={t`Ask a question`}
          title={t`Ask a question`}
          onClick={() => setAsking(!asking)}
          className={cx(
            'grid size-11.5 shrink-0 place-items-center rounded-md border',
            asking
              ? 'border-accent bg-accent-soft text-on-accent-soft'
              : 'border-line-strong text-muted hover:text-ink',
          )}
        >
          <CircleQuestionMark aria-hidden="true" className="size-5" />
        </button>
        <Field label={t`Message`} labelHidden className="flex-1">
          <Input
            ref={field}
            value={text}
            onChange={({ target }) => setText(target.value)}
            placeholder={t`Type a message...`}
            maxLength={maxLiveMessageLength}
            autoComplete="off"
            enterKeyHint="send"
          />
        </Field>
        <Button
          type="submit"
          busy={busy}
          disabled={room.connection !== 'joined'}
          // wider, the text of the empty field would be cut
          className="min-h-11.5 px-3.5!"
        >
          <Trans>Send</Trans>
        </Button>
      </form>
    </section>
  )
}
