import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { events, type LiveReaction, liveReactions } from '@virtual-courses/contract'
import { SmilePlus } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type LiveConnection, openLiveConnection } from '#lib/connection/live-connection.ts'
import { cx } from '#ui/cx.ts'
import { Popover } from '#ui/overlays/popover.tsx'
import { roundButton } from '../media/device-controls.tsx'

const looks: Record<LiveReaction, { sign: string; name: MessageDescriptor }> = {
  agree: { sign: '👍', name: msg`Thumbs up` },
  applause: { sign: '👏', name: msg`Applause` },
  heart: { sign: '❤️', name: msg({ message: 'Heart', context: 'reaction' }) },
  laugh: { sign: '😂', name: msg`Laughing` },
  celebrate: { sign: '🎉', name: msg`Celebration` },
  lost: { sign: '🤔', name: msg`I do not follow` },
}

/** Milliseconds for which reactions are shown, and between two announcements to screen readers. */
const shownMs = 4000
const saidMs = 6000
/** Maximum number of signs that are shown at once. */
const mostShown = 8

type Shown = { key: number; reaction: LiveReaction; count: number }

/** Reactions of the last seconds, and the sentence about them for screen readers. */
function useReactions(roomId: string) {
  const { t } = useLingui()
  const live = useRef<LiveConnection>(null)
  const [shown, setShown] = useState<readonly Shown[]>([])
  const [said, setSaid] = useState('')
  const nameOf = useEffectEvent((reaction: LiveReaction) => t(looks[reaction].name))

  useEffect(() => {
    const connection = openLiveConnection()
    live.current = connection
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const later = (milliseconds: number, act: () => void) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        act()
      }, milliseconds)
      timers.add(timer)
    }
    let next = 0
    let unsaid: Map<LiveReaction, number> | null = null
    const say = () => {
      const counts = [...(unsaid ?? [])].map(([reaction, count]) => `${nameOf(reaction)}: ${count}`)
      unsaid = null
      setSaid(counts.join(', '))
    }
    connection.on(events.liveTogether.reactions, (event) => {
      if (event.roomId !== roomId) return
      const added = event.counts.map((one) => ({ ...one, key: next++ }))
      setShown((before) => [...before, ...added].slice(-mostShown))
      later(shownMs, () => setShown((before) => before.filter((one) => !added.includes(one))))
      if (unsaid === null) later(saidMs, say)
      const counts = unsaid ?? new Map<LiveReaction, number>()
      unsaid = counts
      for (const { reaction, count } of event.counts) counts.set(reaction, (counts.get(reaction) ?? 0) + count)
    })
    return () => {
      for (const timer of timers) clearTimeout(timer)
      connection.close()
    }
  }, [roomId])

  return { shown, said, react: (reaction: LiveReaction) => live.current?.emit('react', { roomId, reaction }) }
}

/** A button with the reactions; those of everyone rise above it for some seconds. */
export function ReactionsButton({ roomId }: { roomId: string }) {
  const { t } = useLingui()
  const { shown, said, react } = useReactions(roomId)
  return (
    <span className="relative">
      <span className="sr-only" role="status">
        {said}
      </span>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute bottom-full left-1/2 mb-3 grid w-max -translate-x-1/2 justify-items-center gap-1"
      >
        {shown.map(({ key, reaction, count }) => (
          <span
            key={key}
            className="rounded-full bg-night-raised px-2.5 py-1 text-lg text-on-night shadow-lift transition duration-300 motion-safe:starting:translate-y-6 motion-safe:starting:opacity-0"
          >
            <span>{looks[reaction].sign}</span>
            {count > 1 && <span className="tabular ms-1 text-sm font-bold">{count}</span>}
          </span>
        ))}
      </span>
      <Popover
        label={t`Reactions`}
        trigger={<SmilePlus aria-hidden="true" />}
        bottomOnPhone
        triggerClass={cx(roundButton, 'bg-night-raised text-on-night')}
      >
        {() => (
          <div className="grid gap-2 p-3">
            <p className="text-sm font-semibold">
              <Trans>Everyone sees how many, no one sees who.</Trans>
            </p>
            <div className="flex flex-wrap gap-1">
              {liveReactions.map((reaction) => (
                <button
                  key={reaction}
                  type="button"
                  aria-label={t(looks[reaction].name)}
                  onClick={() => react(reaction)}
                  className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md px-2 text-xl hover:bg-tint"
                >
                  <span aria-hidden="true">{looks[reaction].sign}</span>
                  {reaction === 'lost' && (
                    <span aria-hidden="true" className="text-sm font-medium">
                      {t(looks[reaction].name)}
                    </span>
                  )}
                </button>
              ))}
            </div>
          </div>
        )}
      </Popover>
    </span>
  )
}
