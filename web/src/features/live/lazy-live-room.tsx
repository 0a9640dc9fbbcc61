import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { LiveLoading } from './live-loading.tsx'
import type { LiveRoomProps } from './live-room.tsx'

function Missing() {
  return (
    <div role="alert" className="grid min-h-[60dvh] place-content-center justify-items-center gap-4 text-center">
      <p>The live session could not be loaded.</p>
      <Button onClick={() => window.location.reload()}>Try again</Button>
    </div>
  )
}

const Room = lazy(() =>
  import('./live-room.tsx').then(
    ({ LiveRoom }) => ({ default: LiveRoom }),
    () => ({ default: Missing }),
  ),
)

const never = () => () => {}

/** A live session, fetched with its page. The first document says that it is coming: cameras need a browser. */
export function LazyLiveRoom(props: LiveRoomProps) {
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  if (!inBrowser) return <LiveLoading />
  return (
    <Suspense fallback={<LiveLoading />}>
      <Room {...props} />
    </Suspense>
  )
}
