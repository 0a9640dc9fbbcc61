import { type ComponentType, lazy, Suspense } from 'react'
import { cx } from '../cx.ts'
import type { ArtworkProps } from './artwork.tsx'

function Placeholder({ className }: ArtworkProps) {
  return <span aria-hidden="true" className={cx('block aspect-video bg-tint', className)} />
}

const Artwork = lazy<ComponentType<ArtworkProps>>(() =>
  import('./artwork.tsx').then(
    (module) => ({ default: module.Artwork }),
    // without a connection the plain placeholder stays
    () => ({ default: Placeholder }),
  ),
)

/** `Artwork` whose code (4 kB gzip) is fetched only where an image is missing. The server renders it in place. */
export function LazyArtwork(props: ArtworkProps) {
  return (
    <Suspense fallback={<Placeholder {...props} />}>
      <Artwork {...props} />
    </Suspense>
  )
}
