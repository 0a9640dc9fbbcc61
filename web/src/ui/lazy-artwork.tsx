import { type ComponentType, lazy, Suspense } from 'react'
import type { ArtworkProps } from './artwork.tsx'
import { cx } from './cx.ts'

function Place({ className }: ArtworkProps) {
  return <span aria-hidden="true" className={cx('block aspect-video bg-tint', className)} />
}

const Artwork = lazy<ComponentType<ArtworkProps>>(() =>
  import('./artwork.tsx').then(
    (module) => ({ default: module.Artwork }),
    // without a connection a plain ground is picture enough
    () => ({ default: Place }),
  ),
)

/** `Artwork` whose drawing code (4 kB gzip) is fetched only where a picture is missing. The server draws it in place. */
export function LazyArtwork(props: ArtworkProps) {
  return (
    <Suspense fallback={<Place {...props} />}>
      <Artwork {...props} />
    </Suspense>
  )
}
