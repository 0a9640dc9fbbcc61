import { categoryMotif } from '#lib/category-motif.ts'
import { formatRupees } from '#lib/format.ts'
import { StoredImage } from '#lib/stored-image.tsx'
import { cx } from '#ui/cx.ts'
import { LazyArtwork } from '#ui/lazy-artwork.tsx'
import { Rating } from '#ui/rating.tsx'

export type HeroCourseData = {
  title: string
  category: string
  /** Rupees; null while none is set. */
  price: number | null
  averageRating: number
  /** address of the image, or "" */
  thumbnail: string
}

/** A course's own image or the generated one, cut to its box. */
export function HeroImage(props: { course: HeroCourseData | undefined; eager?: boolean; className: string }) {
  const { course, eager = false, className } = props
  if (!course?.thumbnail) {
    const { category, title } = course ?? { category: 'Web Development', title: '' }
    return <LazyArtwork category={category} title={title} motif={categoryMotif(category)} className={className} />
  }
  return (
    <StoredImage
      src={course.thumbnail}
      sizes={eager ? '(min-width: 64rem) 32rem, (min-width: 40rem) 30rem, 76vw' : '(min-width: 40rem) 14rem, 36vw'}
      first={eager}
      className={cx('object-cover', className)}
    />
  )
}

/** A course card in small, as part of the hero: upright, or `wide` with the image at its side. */
export function HeroCourse({
  course,
  wide = false,
  className,
}: {
  course: HeroCourseData
  wide?: boolean
  className: string
}) {
  return (
    <div
      className={cx(
        'overflow-hidden rounded-lg border border-line bg-raised p-[1.6cqw] text-[clamp(0.625rem,2.4cqw,0.875rem)] leading-snug text-ink shadow-popup',
        wide && 'flex items-center gap-[2.4cqw]',
        className,
      )}
    >
      <HeroImage course={course} className={cx('aspect-video shrink-0 rounded-sm', wide ? 'w-[40%]' : 'w-full')} />
      <div className={cx('min-w-0', !wide && 'px-[1cqw] pt-[1.8cqw] pb-[1cqw]')}>
        <p className="truncate text-[0.85em] font-medium text-link">{course.category}</p>
        <p className="mt-[0.15em] line-clamp-2 font-semibold">{course.title}</p>
        <p className="mt-[0.5em] flex flex-wrap items-center justify-between gap-x-[0.8em]">
          <Rating value={course.averageRating} className="text-[0.95em]" />
          {course.price !== null && (
            <span className="tabular font-bold">{formatRupees(course.price, { free: true })}</span>
          )}
        </p>
      </div>
    </div>
  )
}
