import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { PlayerProps } from './player/player.tsx'

const load = () => import('./player/player.tsx')

/** Fetches the player before it is needed; without a network it is tried again when it is. */
export const preloadPlayer = (): void => void load().catch(() => {})

/** As large as the player, so that nothing moves when it comes. */
const place = 'grid aspect-video min-h-48 w-full place-items-center bg-night text-white'

function Missing() {
  return (
    <div role="alert" className={place}>
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
    () => ({ default: Missing }),
  ),
)

const Waiting = () => (
  <div className={place}>
    <Spinner className="[&_svg]:size-10" label="Loading the player" />
  </div>
)

const never = () => () => {}

/** The player, fetched when a video is chosen. The first document holds its place: it needs a browser to be of any use. */
export function LazyPlayer(props: PlayerProps) {
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  if (!inBrowser) return <Waiting />
  return (
    <Suspense fallback={<Waiting />}>
      <Player {...props} />
    </Suspense>
  )
}
