import { useState } from 'react'
import { categoryMotif } from '#lib/category-motif.ts'
import { StoredPicture } from '#lib/stored-picture.tsx'
import { cx } from '#ui/cx.ts'
import { LazyArtwork } from '#ui/lazy-artwork.tsx'

type Props = {
  course: { title: string; category: string | null; thumbnail: string }
  /** how wide the picture is shown, as in the `sizes` attribute of an image */
  sizes: string
  /** among the largest things in view at once */
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
  return (
    <div className={cx('aspect-video w-full overflow-hidden bg-sunken', className)}>
      <StoredPicture
        src={thumbnail}
        sizes={sizes}
        first={first}
        onBroken={() => setBroken(thumbnail)}
        className="size-full object-cover"
      />
    </div>
  )
}
