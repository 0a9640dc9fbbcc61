import { useLingui } from '@lingui/react/macro'
import { maxChatLength } from '@virtual-courses/contract'
import { SendHorizontal } from 'lucide-react'
import type { FormEvent, KeyboardEvent, RefObject } from 'react'
import { Button } from '#ui/button.tsx'
import { conversation } from './assistant.ts'

/** Length from which the number of characters is shown. */
const nearEnd = maxChatLength - 100

type Props = { draft: string; loading: boolean; box: RefObject<HTMLTextAreaElement | null>; onSend: () => void }

/** The form for a message. Enter sends, Shift+Enter starts a new line. */
export function MessageForm({ draft, loading, box, onSend }: Props) {
  const { t } = useLingui()
  function submit(event: FormEvent) {
    event.preventDefault()
    box.current?.focus()
    if (loading || draft.trim() === '') return
    onSend()
    void conversation.send(draft)
  }
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    // Enter may also confirm a word of an input method
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    submit(event)
  }
  return (
    <form
      onSubmit={submit}
      className="border-t border-line p-2.5 max-[420px]:pb-[max(0.625rem,env(safe-area-inset-bottom))]"
    >
      {draft.length >= nearEnd && (
        <p className="tabular mb-1 text-end text-xs text-muted">{t`${{ length: draft.length }} of ${maxChatLength} characters`}</p>
      )}
      <div className="flex items-end gap-2">
        <textarea
          ref={box}
          rows={2}
          value={draft}
          maxLength={maxChatLength}
          onChange={({ target }) => conversation.setDraft(target.value)}
          onKeyDown={press}
          aria-label={t`Message`}
          placeholder={t`Type your message...`}
          enterKeyHint="send"
          autoComplete="off"
          className="control min-w-0 flex-1 resize-none rounded-sm px-3 py-1.5 leading-5 sm:text-[0.9375rem]"
        />
        <Button type="submit" size="sm" disabled={loading} aria-label={t`Send`} className="size-11 shrink-0 px-0">
          <SendHorizontal aria-hidden="true" className="size-5" />
        </Button>
      </div>
    </form>
  )
}
