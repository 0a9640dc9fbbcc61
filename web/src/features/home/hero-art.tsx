import { useLingui } from '@lingui/react/macro'
import type { Category } from '@virtual-courses/contract'
import { Captions, Check, Maximize, Pause, Volume2 } from 'lucide-react'
import { categoryMotif } from '#lib/category-motif.ts'
import { StoredImage } from '#lib/stored-image.tsx'
import { useFormats } from '#lib/text/format.ts'
import { categoryNames } from '#lib/text/labels.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { LazyArtwork } from '#ui/artwork/lazy-artwork.tsx'
import { cx } from '#ui/cx.ts'
import { Rating } from '#ui/rating.tsx'

export type HeroCourseData = {
  title: string
  category: Category | ''
  /** Rupees; null while none is set. */
  price: number | null
  averageRating: number
  /** address of the image, or "" */
  thumbnail: string
}

/** A course's own image or the generated one, 16:9. */
function HeroImage(props: { course: HeroCourseData | undefined; eager?: boolean; className: string }) {
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
      className={cx('aspect-video object-cover', className)}
    />
  )
}

/** A small course card in the hero: upright, or `wide` with the image at its side. */
function HeroCourse({
  course,
  wide = false,
  className,
}: {
  course: HeroCourseData
  wide?: boolean
  className: string
}) {
  const { t } = useLingui()
  const { formatPrice } = useFormats()
  return (
    <div
      className={cx(
        'overflow-hidden rounded-lg border border-line bg-raised p-[1.6cqw] text-[clamp(0.625rem,2.4cqw,0.875rem)] leading-snug text-ink shadow-popup',
        wide && 'flex items-center gap-[2.4cqw]',
        className,
      )}
    >
      <HeroImage course={course} className={cx('shrink-0 rounded-sm', wide ? 'w-[40%]' : 'w-full')} />
      <div className={cx('min-w-0', !wide && 'px-[1cqw] pt-[1.8cqw] pb-[1cqw]')}>
        <p className="truncate text-[0.85em] font-medium text-link">
          {course.category && t(categoryNames[course.category])}
        </p>
        <p {...writtenIn()} className="mt-[0.15em] line-clamp-2 font-semibold">
          {course.title}
        </p>
        <p className="mt-[0.5em] flex flex-wrap items-center justify-between gap-x-[0.8em]">
          <Rating value={course.averageRating} className="text-[0.95em]" />
          {course.price !== null && <span className="tabular font-bold">{formatPrice(course.price)}</span>}
        </p>
      </div>
    </div>
  )
}

const controls = 'size-[clamp(0.75rem,3cqw,1.25rem)]'

function Player({ course }: { course: HeroCourseData | undefined }) {
  const { t } = useLingui()
  return (
    <div className="absolute top-[3%] start-0 w-[90%] overflow-hidden rounded-xl border border-night-line bg-night shadow-popup">
      <div className="relative">
        <HeroImage course={course} eager className="w-full" />
        <div className="absolute inset-x-0 bottom-0 h-1/2 bg-linear-to-t from-night/90 to-transparent" />
        {/* as on the player */}
        <div dir="ltr" className="absolute inset-x-[3.5%] bottom-[5%] flex items-center gap-[3%] text-white">
          <Pause className={cx(controls, 'shrink-0 fill-current')} />
          <span className="h-[clamp(3px,0.9cqw,5px)] flex-1 rounded-full bg-white/35 [clip-path:inset(-1em_-1em_-1em_0)]">
            <span className="hero-played relative block size-full rounded-full bg-accent">
              <span className="absolute top-1/2 end-0 size-[clamp(8px,2.2cqw,13px)] translate-x-1/2 -translate-y-1/2 rounded-full bg-accent" />
            </span>
          </span>
          <Volume2 className={controls} />
          <Captions className={controls} />
          <Maximize className={controls} />
        </div>
      </div>
      <ul className="grid gap-[1cqw] p-[3cqw] text-[clamp(0.625rem,2.3cqw,0.875rem)] text-on-night-muted">
        {[1, 2, 3].map((number) => (
          <li
            key={number}
            className={cx(
              'flex items-center gap-[2cqw] rounded-sm px-[2cqw] py-[1.3cqw]',
              number === 2 && 'bg-night-raised font-semibold text-on-night',
            )}
          >
            {number === 1 && <Check strokeWidth={3} className="size-[1.3em] text-accent" />}
            {number === 2 && (
              <span className="flex h-[1.1em] w-[1.3em] items-end justify-center gap-[12%]">
                {['h-1/2', 'h-full', 'h-3/4'].map((height, bar) => (
                  <span
                    key={height}
                    style={{ animationDelay: `${bar * -370}ms` }}
                    className={cx('hero-level w-1/5 origin-bottom rounded-full bg-accent', height)}
                  />
                ))}
              </span>
            )}
            {number > 2 && <span className="mx-[0.15em] size-[1em] rounded-full border-[1.5px] border-night-line" />}
            <span className="shrink-0">{t`Lecture ${number}`}</span>
            <span
              className={cx(
                'h-[0.5em] rounded-full',
                ['w-[24%]', 'w-[34%]', 'w-[20%]', 'w-[28%]'][number - 1],
                number === 2 ? 'bg-on-night/40' : 'bg-night-line',
              )}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * The illustration of the home page: a lecture that plays, and cards of real courses around it. Everything scales with its own width
 * (container units), so it is the same composition on a phone. Give it three courses; it is still whole with fewer.
 */
export function HeroArt({ courses, className }: { courses: readonly HeroCourseData[]; className?: string }) {
  const { t } = useLingui()
  const [first, second, third] = courses
  return (
    <div
      role="img"
      aria-label={t`A lecture playing, with course cards around it`}
      className={cx('@container relative aspect-10/11 w-full select-none sm:aspect-square', className)}
    >
      <div className="absolute -top-[3%] end-0 aspect-square w-[32%] rounded-full bg-accent" />
      <div className="absolute bottom-[-3%] start-[26%] aspect-square w-[40%] rounded-full bg-primary-soft opacity-60" />
      <Player course={first} />
      {second && <HeroCourse course={second} className="absolute top-[51%] end-0 w-[39%] sm:top-[54%]" />}
      {third && <HeroCourse course={third} wide className="absolute bottom-0 start-[4%] w-[54%]" />}
    </div>
  )
}
