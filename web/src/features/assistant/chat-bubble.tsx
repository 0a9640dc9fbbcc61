import { Trans, useLingui } from '@lingui/react/macro'
import { Copy } from 'lucide-react'
import { Markdown } from '#lib/text/lazy-markdown.tsx'
import { copyText } from '#ui/copy-text.ts'
import { cx } from '#ui/cx.ts'
import { greeting } from './conversation.ts'
import type { ChatMessage } from './stored-messages.ts'

const dots = ['', '[animation-delay:150ms]', '[animation-delay:300ms]']

function Typing() {
  return (
    <span className="flex h-5 items-center gap-1">
      <span className="sr-only">
        <Trans>The assistant is writing</Trans>
      </span>
      {dots.map((delay) => (
        <span key={delay} aria-hidden="true" className={cx('size-1.5 rounded-full bg-muted chat-dot', delay)} />
      ))}
    </span>
  )
}

type Props = {
  message: ChatMessage
  writing: boolean
  /** Called when a link in the message is followed. */
  onFollow: () => void
}

/** One message of the conversation. */
export function ChatBubble({ message, writing, onFollow }: Props) {
  const { t } = useLingui()
  const { sender, stopped } = message
  const text = message.greets ? t(greeting) : message.text
  if (sender === 'user')
    return (
      <li className="max-w-[85%] self-end rounded-lg rounded-ee-sm bg-primary px-3 py-2 whitespace-pre-wrap text-on-primary wrap-anywhere">
        <span className="sr-only">
          <Trans>You:</Trans>{' '}
        </span>
        <bdi>{text}</bdi>
      </li>
    )
  return (
    <li className="flex max-w-full items-end gap-0.5 self-start">
      <div className="min-w-0 rounded-lg rounded-es-sm bg-neutral-soft px-3 py-2 wrap-anywhere">
        <span className="sr-only">
          <Trans>ChatBot:</Trans>{' '}
        </span>
        {text ? <Markdown look="message" links="own" top={null} text={text} onFollow={onFollow} /> : <Typing />}
        {stopped && (
          <p className="mt-1 text-xs text-muted">
            <Trans>Stopped</Trans>
          </p>
        )}
      </div>
      {writing ? (
        <span className="w-8 shrink-0" />
      ) : (
        <button
          type="button"
          aria-label={t`Copy message`}
          onClick={() => void copyText(text, t`Copied to clipboard!`)}
          className="grid size-8 shrink-0 place-items-center rounded-full text-subtle transition-colors hover:bg-tint hover:text-ink"
        >
          <Copy aria-hidden="true" className="size-4" />
        </button>
      )}
    </li>
  )
}
