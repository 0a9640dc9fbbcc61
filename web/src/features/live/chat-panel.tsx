import { maxLiveMessageLength } from '@virtual-courses/contract'
import { MessageSquare, SendHorizontal } from 'lucide-react'
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { ChatMessage } from './chat-message.tsx'
import type { Room, RoomView } from './room.ts'

type Props = { control: Room; room: RoomView; userId: string; isOwner: boolean }

/** Who has read up to the end is kept there; a few pixels more or less still count as the end. */
const nearEnd = 60

/** The chat of a session. */
export function ChatPanel({ control, room, userId, isOwner }: Props) {
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
    // what was typed while it was on its way stays
    if (await control.send(message)) setText((now) => (now.trim() === message ? '' : now))
    setBusy(false)
  }

  async function older() {
    const box = list.current
    const before = box?.scrollHeight ?? 0
    setLoading(true)
    await control.showOlder()
    setLoading(false)
    // what was being read stays where it is
    requestAnimationFrame(() => box?.scrollTo({ top: box.scrollTop + box.scrollHeight - before, behavior: 'instant' }))
  }

  return (
    <section
      aria-labelledby="live-chat"
      className="flex min-h-0 flex-col rounded-lg border border-line bg-surface shadow-card max-lg:h-[clamp(20rem,calc(100dvh-30rem),28rem)] lg:col-start-2 lg:row-span-3 lg:row-start-1"
    >
      <h2 id="live-chat" className="border-b border-line px-4 py-3 font-sans text-lg">
        Live Chat
      </h2>
      <section
        ref={list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the arrow keys
        tabIndex={0}
        aria-label="Messages so far"
        onScroll={({ currentTarget: box }) => {
          atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd
          if (atEnd.current) setUnseen(false)
        }}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain p-4 focus-visible:-outline-offset-2"
      >
        {moreMessages && (
          <Button variant="ghost" size="sm" busy={loading} onClick={() => void older()} className="mx-auto mb-3 flex">
            Show earlier messages
          </Button>
        )}
        {messages.length === 0 && (
          <div className="grid h-full place-content-center justify-items-center gap-2 text-center text-muted">
            <MessageSquare aria-hidden="true" className="size-8 stroke-[1.5]" />
            <p>No messages yet. Say hello.</p>
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
          New messages
        </Button>
      )}
      <form onSubmit={send} data-bottom-bar="wide" className="flex items-start gap-2 border-t border-line p-3">
        <Field label="Message" labelHidden className="flex-1">
          <Input
            value={text}
            onChange={({ target }) => setText(target.value)}
            placeholder="Type a message..."
            maxLength={maxLiveMessageLength}
            autoComplete="off"
            enterKeyHint="send"
          />
        </Field>
        <Button
          type="submit"
          busy={busy}
          disabled={room.line !== 'joined'}
          icon={<SendHorizontal aria-hidden="true" className="size-5 max-sm:hidden" />}
          className="min-h-11.5"
        >
          Send
        </Button>
      </form>
    </section>
  )
}
