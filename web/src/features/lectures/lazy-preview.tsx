import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react'
import { PlayerLoadError, WaitingForPlayer } from './player-frame.tsx'
import { preloadPlayer } from './preload-player.ts'
import type { PreviewPlayer } from './preview-player.tsx'

type Props = ComponentProps<typeof PreviewPlayer>

const load = () => import('./preview-player.tsx')

/** Loads what plays a preview before it is needed; after an error it is loaded when it is needed. */
export function preloadPreview(): void {
  preloadPlayer()
  load().catch(() => {})
}

const Preview = lazy<ComponentType<Props>>(() =>
  load().then(
    (module) => ({ default: module.PreviewPlayer }),
    () => ({ default: PlayerLoadError }),
  ),
)

/** A free lecture on the store page; its code is loaded when one is chosen. */
export const LazyPreview = (props: Props) => (
  <Suspense fallback={<WaitingForPlayer posterUrl={props.lecture.posterUrl} />}>
    <Preview {...props} />
  </Suspense>
)
