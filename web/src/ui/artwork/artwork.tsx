import { memo } from 'react'
import { cx } from '../cx.ts'
import { hashText } from './artwork-random.ts'
import { artworkSvg } from './artwork-svg.ts'

export type ArtworkProps = {
  /** Selects the motif when `motif` is not set. */
  category: string
  title: string
  motif?: number | undefined
  hue?: number | undefined
  className?: string
}

/** Generated 16:9 image, distinct by category and title, rendered on the server too. Decorative: the title is shown next to it. */
export const Artwork = memo(function Artwork({ category, title, motif, hue, className }: ArtworkProps) {
  const svg = artworkSvg({
    seed: `${category}\n${title}`,
    motif: motif ?? hashText(category),
    ...(hue === undefined ? {} : { hue }),
  })
  return (
    <span
      aria-hidden="true"
      className={cx('block aspect-video overflow-hidden [&>svg]:block [&>svg]:size-full', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing is made of our own numbers; the seed only picks them
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  )
})
