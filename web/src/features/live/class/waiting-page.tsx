import { Trans, useLingui } from '@lingui/react/macro'
import type { LiveSession } from '@virtual-courses/contract'
import { DoorClosed } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { writtenIn } from '#lib/text/written-in.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'

/** For who waits to be admitted. */
export function WaitingPage({ session, onLeave }: { session: LiveSession; onLeave: () => void }) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className="grid min-h-[60dvh] place-items-center outline-none">
      <div role="status">
        <EmptyState
          as="h1"
          icon={<DoorClosed />}
          title={t`You are in the waiting room`}
          text={t`The hosts let people in. You come in by yourself as soon as you are admitted; leave this page open.`}
          action={
            <Button variant="secondary" onClick={onLeave}>
              <Trans>Leave the waiting room</Trans>
            </Button>
          }
        />
        <p {...writtenIn()} className="text-center text-muted wrap-anywhere">
          {session.lectureTitle}
        </p>
      </div>
    </div>
  )
}
