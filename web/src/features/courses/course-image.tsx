import { useState } from 'react'
import { categoryMotif } from '#lib/category-motif.ts'
import { StoredImage } from '#lib/stored-image.tsx'
import { LazyArtwork } from '#ui/artwork/lazy-artwork.tsx'
import { cx } from '#ui/cx.ts'

type Props = {
  course: { title: string; category: string | null; thumbnail: string }
  /** displayed width, as in the `sizes` attribute of an image */
  sizes: string
  /** above the fold: loaded with priority */
  first?: boolean
  className?: string
}

/** A course's image, 16:9, as wide as what it is in; a generated one when there is none or it fails to load. Decorative: the title is beside it. */
export function CourseImage({ course, sizes, first = false, className }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  const { thumbnail } = course
  if (!thumbnail || broken === thumbnail) {
    const category = course.category ?? 'Others'
    const motif = categoryMotif(category)
    return <LazyArtwork category={category} title={course.title} motif={motif} className={cx('w-full', className)} />
  }
  return (
    <span className={cx('block aspect-video w-full overflow-hidden bg-sunken', className)}>
      <StoredImage
        src={thumbnail}
        sizes={sizes}
        first={first}
        onBroken={() => setBroken(thumbnail)}
        className="size-full object-cover"
      />
    </span>
  )
}
