import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { PlayerProps } from './player/player.tsx'

const load = () => import('./player/player.tsx')

/** Loads the player before it is needed; after an error it is loaded when it is needed. */
export const preloadPlayer = (): void => void load().catch(() => {})

/** What plays a stream is fetched beside the player, not after it; Apple's browsers do without. */
function preloadEngine(): void {
  if (!navigator.vendor.startsWith('Apple')) void import('./player/hls-engine.ts').catch(() => {})
}

/** As large as the player, so that nothing moves when it is loaded. */
const frame = 'grid aspect-video min-h-48 w-full place-items-center bg-night text-white'

function LoadError() {
  return (
    <div role="alert" className={frame}>
      <div className="grid justify-items-center gap-4 p-4 text-center">
        <p>The player could not be loaded.</p>
        <Button variant="night" onClick={() => window.location.reload()}>
          Try again
        </Button>
      </div>
    </div>
  )
}

const Player = lazy(() =>
  load().then(
    ({ Player }) => ({ default: Player }),
    () => ({ default: LoadError }),
  ),
)

const Waiting = () => (
  <div className={frame}>
    <Spinner className="[&_svg]:size-10" label="Loading the player" />
  </div>
)

const never = () => () => {}

/** The player, loaded when a video is chosen. The document only reserves its space: it needs a browser. */
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
  if (!inBrowser) return <Waiting />
  return (
    <Suspense fallback={<Waiting />}>
      <Player {...props} />
    </Suspense>
  )
}
