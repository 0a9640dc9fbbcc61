import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Square, X } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { Button, IconButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import type { Slot } from '#ui/slot.ts'
import { conversation } from './assistant.ts'
import { ChatBubble } from './chat-bubble.tsx'
import type { ConversationView } from './conversation.ts'
import { MessageForm } from './message-form.tsx'

/** Fits an element that fills the screen into the part that a phone's keyboard leaves visible: the keyboard covers the page. */
function useVisiblePart(element: RefObject<HTMLElement | null>, on: boolean): void {
  useEffect(() => {
    const screen = window.visualViewport
    const style = element.current?.style
    if (!on || !screen || !style) return
    const fill = () => {
      style.height = `${screen.height}px`
      style.top = `${screen.offsetTop}px`
    }
    fill()
    screen.addEventListener('resize', fill)
    screen.addEventListener('scroll', fill)
    return () => {
      screen.removeEventListener('resize', fill)
      screen.removeEventListener('scroll', fill)
      style.height = ''
      style.top = ''
    }
  }, [element, on])
}

const starters = [msg`What can I learn for free?`, msg`I am new to programming`, msg`How do payments work?`]

/** Suggested first questions. */
function Starters({ box }: { box: RefObject<HTMLTextAreaElement | null> }) {
  const { t } = useLingui()
  return (
    <ul aria-label={t`Some questions to begin with`} className="mt-4 grid justify-items-start gap-2">
      {starters.map((starter) => (
        <li key={starter.id}>
          <button
            type="button"
            onClick={() => {
              void conversation.send(t(starter))
              box.current?.focus()
            }}
            className="min-h-9 rounded-full border border-line-strong px-3 text-start font-medium text-link transition-colors hover:bg-tint"
          >
            {t(starter)}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Distance from the end, in pixels, at which the list still follows new messages. */
const nearEnd = 40

export type ChatPanelProps = {
  view: ConversationView
  /** Covers the screen, inside the sheet that `ChatSheet` opens. */
  full: boolean
  onClose: () => void
  /** What screen readers are told, inside the sheet: they are kept from all that is outside of it. */
  spoken?: Slot
  box?: RefObject<HTMLTextAreaElement | null>
}

/** The conversation with the assistant: 320 by 400 px at the corner, the whole screen on small phones. */
export function ChatPanel({ view: { messages, writing, draft }, full, onClose, box: sheetBox }: ChatPanelProps) {
  const { t } = useLingui()
  const panel = useRef<HTMLElement>(null)
  const list = useRef<HTMLElement>(null)
  const ownBox = useRef<HTMLTextAreaElement>(null)
  const box = sheetBox ?? ownBox
  const atEnd = useRef(true)
  useVisiblePart(panel, full)

  useEffect(() => box.current?.focus({ preventScroll: true }), [box])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change moves the end
  useLayoutEffect(() => {
    if (atEnd.current) list.current?.scrollTo({ top: list.current.scrollHeight, behavior: 'instant' })
  }, [messages])
  const follow = useCallback(() => {
    if (full) onClose()
  }, [full, onClose])

  return (
    <section
      ref={panel}
      // the sheet is a dialog itself
      {...(!full && { role: 'dialog', 'aria-labelledby': 'chatbot', tabIndex: -1 })}
      className={cx(
        'fixed flex flex-col overflow-hidden bg-raised text-sm text-ink outline-none',
        full
          ? 'inset-0 h-dvh pt-[env(safe-area-inset-top)]'
          : 'chat-panel z-45 h-100 animate-rise max-h-[calc(100dvh-6rem)] w-80 rounded-lg border border-line shadow-popup',
      )}
    >
      <header className="flex min-h-12 shrink-0 items-center justify-between bg-night ps-4 pe-1 text-on-night">
        <h2 id="chatbot" className="font-sans text-base font-semibold tracking-normal">
          <Trans>ChatBot</Trans>
        </h2>
        {full && (
          <IconButton label={t`Close ChatBot`} onClick={onClose} className="text-on-night hover:bg-night-raised">
            <X aria-hidden="true" />
          </IconButton>
        )}
      </header>
      <section
        ref={list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls with the arrow keys
        tabIndex={0}
        aria-label={t`Conversation`}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          atEnd.current = scrollHeight - scrollTop - clientHeight < nearEnd
        }}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain p-3 focus-visible:-outline-offset-2"
      >
        {/* on the whole screen it starts at the lower end: toasts cover the upper one */}
        <ol className={cx('flex flex-col gap-3', full && 'mt-auto')}>
          {messages.map((message) => (
            <ChatBubble key={message.id} message={message} writing={message.id === writing} onFollow={follow} />
          ))}
        </ol>
        {messages.length === 1 && <Starters box={box} />}
      </section>
      {writing !== null && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            conversation.stop()
            box.current?.focus()
          }}
          icon={<Square aria-hidden="true" className="size-3 fill-current" />}
          className="mx-auto -mt-2 mb-2 shrink-0"
        >
          <Trans>Stop</Trans>
        </Button>
      )}
      <MessageForm
        draft={draft}
        loading={writing !== null}
        box={box}
        onSend={() => {
          atEnd.current = true
        }}
      />
    </section>
  )
}
