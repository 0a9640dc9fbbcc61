import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import type { PlayerProps } from './player/player.tsx'
import { PlayerLoadError, WaitingForPlayer } from './player-frame.tsx'
import { loadPlayer } from './preload-player.ts'

/** Fetches what plays a stream beside the player, not after it; Apple's browsers do without. */
export function preloadEngine(): void {
  if (!navigator.vendor.startsWith('Apple')) void import('./player/engine/hls-engine.ts').catch(() => {})
}

const Player = lazy(() =>
  loadPlayer().then(
    ({ Player }) => ({ default: Player }),
    () => ({ default: PlayerLoadError }),
  ),
)

const never = () => () => {}

/** The player on pages that are not about it, loaded when a video is chosen. */
export function LazyPlayer(props: PlayerProps) {
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const streams = props.lecture.streamUrl !== undefined
  useEffect(() => {
    if (streams) preloadEngine()
  }, [streams])
  const waiting = <WaitingForPlayer posterUrl={props.lecture.posterUrl} />
  if (!inBrowser) return waiting
  return (
    <Suspense fallback={waiting}>
      <Player {...props} />
    </Suspense>
  )
}
