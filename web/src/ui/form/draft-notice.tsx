import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button } from '../button.tsx'
import { Notice } from '../notice.tsx'
import type { Slot } from '../slot.ts'

type State = 'restored' | 'offered' | 'other' | 'aside'

type Props = {
  /** `take`: the form shows the other text; `leave`: it is not wanted, or the form goes on with its own */
  draft: { state: State; take: () => void; leave: () => void } | null
  /** when it was typed */
  when: Slot
  className?: string
}

const words: Record<
  State,
  { tone: 'info' | 'warning'; says: MessageDescriptor; take?: MessageDescriptor; leave: MessageDescriptor }
> = {
  restored: { tone: 'info', says: msg`Restored what you typed. It is not saved yet.`, leave: msg`Discard` },
  offered: {
    tone: 'warning',
    says: msg`Something you typed here was not saved, and this has changed since.`,
    take: msg`Restore`,
    leave: msg`Discard`,
  },
  other: {
    tone: 'warning',
    says: msg`You typed something else here on another device or in another tab. Nothing of either is lost.`,
    take: msg`Use the other`,
    leave: msg`Keep mine`,
  },
  aside: {
    tone: 'info',
    says: msg`The other text is kept in this browser until you save.`,
    take: msg`Switch to the other`,
    leave: msg`Discard the other`,
  },
}

/**
 * Says that a form shows what was typed before and not saved, or offers it: where the form has changed meanwhile, and where another device
 * has typed something else.
 */
export function DraftNotice({ draft, when, className }: Props) {
  const { t } = useLingui()
  const { tone, says, take, leave } = words[draft?.state ?? 'restored']
  return (
    // it is there before it says something, so that screen readers read what it says
    <div role="status" className={draft ? className : 'sr-only'}>
      {draft && (
        <Notice tone={tone}>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-40 text-sm">
              <span>{t(says)}</span>
              <span className="block opacity-80">{when}</span>
            </p>
            <span className="flex flex-wrap gap-2">
              {take && (
                <Button size="sm" variant="secondary" onClick={draft.take}>
                  {t(take)}
                </Button>
              )}
              <Button size="sm" variant={draft.state === 'other' ? 'secondary' : 'ghost'} onClick={draft.leave}>
                {t(leave)}
              </Button>
            </span>
          </div>
        </Notice>
      )}
    </div>
  )
}
