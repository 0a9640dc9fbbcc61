import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { LiveLoading } from './live-loading.tsx'
import type { LiveRoomProps } from './live-room.tsx'

function LoadError() {
  return (
    <div role="alert" className="grid min-h-[60dvh] place-content-center justify-items-center gap-4 text-center">
      <p>
        <Trans>The live session could not be loaded.</Trans>
      </p>
      <Button onClick={() => window.location.reload()}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}

const Room = lazy(() =>
  import('./live-room.tsx').then(
    ({ LiveRoom }) => ({ default: LiveRoom }),
    () => ({ default: LoadError }),
  ),
)

const never = () => () => {}

/** A live session, loaded with its page. The document only shows that it is loading: cameras need a browser. */
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
