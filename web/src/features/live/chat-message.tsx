import type { LiveMessage } from '@virtual-courses/contract'
import { Trash2 } from 'lucide-react'
import { ReaderTime } from '#lib/reader-time.tsx'
import { cx } from '#ui/cx.ts'
import { splitLinks } from './split-links.ts'

type Props = {
  message: LiveMessage
  mine: boolean
  /** undefined where it is not mine to delete */
  onDelete: (() => void) | undefined
}

/** One message: plain text, in which web addresses are links. */
export function ChatMessage({ message: { message, sender, timestamp }, mine, onDelete }: Props) {
  return (
    <li
      className={cx(
        'group flex max-w-[88%] flex-col',
        mine ? 'items-end self-end text-right' : 'items-start self-start',
      )}
    >
      <p className="flex items-center gap-2 text-xs text-muted">
        {!mine && <span className="font-semibold text-ink wrap-anywhere">{sender}</span>}
        {mine && <span className="sr-only">You</span>}
        <ReaderTime iso={timestamp} look="time" />
        {onDelete && (
          <button
            type="button"
            aria-label={`Delete message: ${message.slice(0, 40)}`}
            onClick={onDelete}
            className="grid size-7 place-items-center rounded-full text-subtle hover:bg-tint hover:text-danger"
          >
            <Trash2 aria-hidden="true" className="size-4" />
          </button>
        )}
      </p>
      <p
        className={cx(
          'rounded-lg px-3.5 py-2 text-left whitespace-pre-wrap wrap-anywhere',
          mine ? 'rounded-tr-sm bg-primary text-on-primary' : 'rounded-tl-sm bg-neutral-soft text-ink',
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
            text
          ),
        )}
      </p>
    </li>
  )
}
