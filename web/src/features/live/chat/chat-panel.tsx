import { Trans, useLingui } from '@lingui/react/macro'
import { type LiveMessage, maxLiveMessageLength } from '@virtual-courses/contract'
import { MessageSquare, SendHorizontal, Trash2 } from 'lucide-react'
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { cutText } from '#lib/text/cut-text.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import type { Room, RoomView } from '../room.ts'
import { splitLinks } from './split-links.ts'

type ChatMessageProps = {
  message: LiveMessage
  mine: boolean
  /** undefined where the current user may not delete it */
  onDelete: (() => void) | undefined
}

/** One message: plain text with links for web addresses. */
function ChatMessage({ message: { message, sender, timestamp }, mine, onDelete }: ChatMessageProps) {
  const { t } = useLingui()
  return (
    <li
      className={cx('group flex max-w-[88%] flex-col', mine ? 'items-end self-end text-end' : 'items-start self-start')}
    >
      <p className="flex items-center gap-2 text-xs text-muted">
        {!mine && <span className="font-semibold text-ink wrap-anywhere">{sender}</span>}
        {mine && (
          <span className="sr-only">
            <Trans>You</Trans>
          </span>
        )}
        <ReaderTime iso={timestamp} look="time" />
        {onDelete && (
          <button
            type="button"
            aria-label={t`Delete message: ${{ message: cutText(message, 40) }}`}
            onClick={onDelete}
            className="grid size-7 place-items-center rounded-full text-subtle hover:bg-tint hover:text-danger"
          >
            <Trash2 aria-hidden="true" className="size-4" />
          </button>
        )}
      </p>
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

type Props = { control: Room; room: RoomView; userId: string; isOwner: boolean }

/** Distance from the end, in pixels, at which the list still follows new messages. */
const nearEnd = 60

/** The chat of a session. */
export function ChatPanel({ control, room, userId, isOwner }: Props) {
  const { t } = useLingui()
  const list = useRef<HTMLElement>(null)
  const atEnd = useRef(true)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [loading, setLoading] = useState(false)
  const [unseen, setUnseen] = useState(false)
  const { messages, moreMessages } = room
  const last = messages.at(-1)?._id

  const toEnd = () => {
    const box = list.current
    box?.scrollTo({ top: box.scrollHeight })
    atEnd.current = true
    setUnseen(false)
  }
  useLayoutEffect(() => {
    if (!last) return
    const box = list.current
    if (atEnd.current) box?.scrollTo({ top: box.scrollHeight })
    else setUnseen(true)
  }, [last])

  async function send(event: FormEvent) {
    event.preventDefault()
    const message = text.trim()
    if (!message || busy) return
    setBusy(true)
    atEnd.current = true
    // keeps text that was typed while the message was being sent
    if (await control.sendMessage(message)) setText((now) => (now.trim() === message ? '' : now))
    setBusy(false)
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
    <section
      aria-labelledby="live-chat"
      className="flex min-h-0 flex-col rounded-lg border border-line bg-surface shadow-card max-lg:h-[clamp(20rem,calc(100dvh-30rem),28rem)] lg:col-start-2 lg:row-span-3 lg:row-start-1 full-room:invisible"
    >
      <h2 id="live-chat" className="border-b border-line px-4 py-3 font-sans text-lg">
        <Trans>Live Chat</Trans>
      </h2>
      <section
        ref={list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls with the arrow keys
        tabIndex={0}
        aria-label={t`Messages so far`}
        onScroll={({ currentTarget: box }) => {
          atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd
          if (atEnd.current) setUnseen(false)
        }}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain p-4 focus-visible:-outline-offset-2"
      >
        {moreMessages && (
          <Button variant="ghost" size="sm" busy={loading} onClick={() => void older()} className="mx-auto mb-3 flex">
            <Trans>Show earlier messages</Trans>
          </Button>
        )}
        {messages.length === 0 && (
          <div className="grid h-full place-content-center justify-items-center gap-2 text-center text-muted">
            <MessageSquare aria-hidden="true" className="size-8 stroke-[1.5]" />
            <p>
              <Trans>No messages yet. Say hello.</Trans>
            </p>
          </div>
        )}
        <ol className="flex flex-col gap-3">
          {messages.map((message) => {
            const mine = message.senderId === userId
            const mayDelete = mine || isOwner
            return (
              <ChatMessage
                key={message._id}
                message={message}
                mine={mine}
                onDelete={mayDelete ? () => void control.deleteMessage(message._id) : undefined}
              />
            )
          })}
        </ol>
      </section>
      {unseen && (
        <Button variant="secondary" size="sm" onClick={toEnd} className="-mt-11 mx-auto mb-2 shadow-lift">
          <Trans>New messages</Trans>
        </Button>
      )}
      <form onSubmit={send} className="flex items-start gap-2 border-t border-line p-3">
        <Field label={t`Message`} labelHidden className="flex-1">
          <Input
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
          icon={<SendHorizontal aria-hidden="true" className="size-5 max-sm:hidden" />}
          className="min-h-11.5"
        >
          <Trans>Send</Trans>
        </Button>
      </form>
    </section>
  )
}
