import { srcSetOf } from '@virtual-courses/contract'
import { useState } from 'react'
import { categoryMotif } from '#lib/category-motif.ts'
import { cx } from '#ui/cx.ts'
import { LazyArtwork } from '#ui/lazy-artwork.tsx'

type Props = {
  course: { title: string; category: string | null; thumbnail: string }
  /** how wide the picture is shown, as in the `sizes` attribute of an image */
  sizes: string
  /** the largest thing on the page: loaded at once instead of when it comes into view */
  first?: boolean
  className?: string
}

/** A course's picture, 16:9; a drawn one when there is none or it does not load. The title stands beside it. */
export function CoursePicture({ course, sizes, first = false, className }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  const { thumbnail } = course
  if (!thumbnail || broken === thumbnail) {
    const category = course.category ?? 'Others'
    const motif = categoryMotif(category)
    return <LazyArtwork category={category} title={course.title} motif={motif} className={cx('w-full', className)} />
  }
  const avif = srcSetOf(thumbnail, 'avif')
  const webp = srcSetOf(thumbnail, 'webp')
  return (
    <picture className={cx('block aspect-video w-full overflow-hidden bg-sunken', className)}>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        // an image that failed before hydration fires no event any more
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0) setBroken(thumbnail)
        }}
        src={thumbnail}
        {...(webp && { srcSet: webp, sizes })}
        alt=""
        width={640}
        height={360}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        onError={() => setBroken(thumbnail)}
        className="size-full object-cover"
      />
    </picture>
  )
}
