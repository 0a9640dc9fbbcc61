import { useLingui } from '@lingui/react/macro'
import { AudioLines } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { Speaking } from '../media/speaking.ts'

export const useSpeaks = (speaking: Speaking, peerId: string): boolean =>
  useSyncExternalStore(speaking.subscribe, () => speaking.read().has(peerId))

/** Marks the tile of someone who speaks, without rendering the tile: it changes several times a second. */
export function SpeakingMark({ speaking, peerId }: { speaking: Speaking; peerId: string }) {
  const { t } = useLingui()
  if (!useSpeaks(speaking, peerId)) return null
  return (
    <>
      <span data-speaking="" className="pointer-events-none absolute inset-0 rounded-md border-3 border-success" />
      <span className="absolute start-2 top-2 grid size-6 place-items-center rounded-full bg-success text-on-success">
        <AudioLines role="img" aria-label={t`Is speaking`} className="size-4" />
      </span>
    </>
  )
}
