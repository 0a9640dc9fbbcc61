import { Trans, useLingui } from '@lingui/react/macro'
import type { CourseDetails, EntryState, Lecture, PublicSettings, PublicUser } from '@virtual-courses/contract'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { CourseImage } from '#features/courses/course-image.tsx'
import { CourseHead, TextList } from '#features/courses/course-sections.tsx'
import { type Covering, coveredIn } from '#features/courses/covered-in.ts'
import { PurchaseBox } from '#features/courses/purchase-box.tsx'
import { SaleNote } from '#features/courses/sale-note.tsx'
import { SalesTerms } from '#features/courses/sales-terms.tsx'
import { ShareButton } from '#features/courses/share-button.tsx'
import { storeCopy } from '#features/courses/store-copy.ts'
import { LazyPreview, preloadPreview } from '#features/lectures/lazy-preview.tsx'
import { BelowFold } from '#lib/navigation/below-fold.tsx'
import { paths } from '#lib/paths.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { formatRupees, useFormats } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { useEarlyPress } from '#ui/early-press.ts'
import { PartBoundary } from '#ui/part-boundary.tsx'
import { Price } from '#ui/price.tsx'
import type { Slot } from '#ui/slot.ts'
import { boxSizes, CourseColumns } from './course-columns.tsx'
import { CurriculumSection } from './curriculum-section.tsx'
import { ReviewsAndEducator, type ReviewsProps } from './reviews-and-educator.tsx'

type Props = {
  course: CourseDetails
  /** which texts and numbers are shown */
  mode: PublicSettings['storeCopy']
  educator: Pick<PublicUser, 'name' | 'description' | 'photoUrl'> | null
  /** shows the draft badge */
  draft: boolean
  /** the viewer may watch every lecture */
  open: boolean
  /** of a student: what is closed to them, and when it opens */
  entries?: readonly EntryState[] | undefined
  /** shown instead of the price */
  progress?: Slot
  action: Slot
  /** what a coupon leaves of the price; in rupees */
  discounted?: { list: number; price: number } | null | undefined
  /** below the button to buy */
  offers?: Slot
  /** a control at the top right of the image */
  corner?: Slot
  reviews: ReviewsProps
}

/** The lecture that plays, and where: in place of the course's image, or above the curriculum. */
type Playing = { lecture: Lecture; top: boolean }

/** What is told about a course to those who may buy it, with the box to buy it; the same for visitors and for users. */
export function CoursePage({
  course,
  mode,
  educator,
  draft,
  open,
  entries,
  progress,
  action,
  discounted,
  offers,
  corner,
  reviews,
}: Props) {
  const { t, i18n } = useLingui()
  const { publicPages } = useSettings()
  const formats = useFormats()
  const copy = storeCopy(mode, course, i18n)
  const price = discounted ? discounted.price : course.price
  const struck = discounted ? formatRupees(discounted.list) : copy.struckPrice
  const [playing, setPlaying] = useState<Playing | null>(null)
  const first = course.lectures.find(({ isPreviewFree, videoUrl }) => isPreviewFree && videoUrl !== '')

  return (
    <CourseColumns
      head={<CourseHead course={course} updatedAt={course.updatedAt} reviews={copy.reviews} draft={draft} />}
      box={
        <div className="lg:sticky lg:top-[calc(var(--spacing-bar)+1.5rem)] lg:-mx-2 lg:max-h-[calc(100dvh-var(--spacing-bar)-2rem)] lg:overflow-y-auto lg:px-2 lg:pb-2">
          <PurchaseBox
            media={
              playing?.top ? (
                <LazyPreview lecture={playing.lecture} language={course.language} texts={false} />
              ) : (
                <Poster course={course} onPlay={first && (() => setPlaying({ lecture: first, top: true }))} />
              )
            }
            state={
              progress ?? (
                <Price
                  text={formats.formatPrice(price)}
                  struck={struck}
                  size="xl"
                  className="max-lg:flex-col max-lg:gap-0 max-lg:[&>span]:text-2xl"
                />
              )
            }
            copy={copy}
            corner={!playing?.top && corner}
            action={action}
            offers={
              !progress && (
                <>
                  {course.sale && <SaleNote sale={course.sale} />}
                  {price !== null && price > 0 && <SalesTerms />}
                  {offers}
                </>
              )
            }
          />
          {course.isPublished && (
            <div className="mt-2 flex justify-center">
              <ShareButton
                title={course.title}
                path={publicPages ? paths.publicCourse(course) : paths.course(course._id)}
              />
            </div>
          )}
        </div>
      }
    >
      <BelowFold key={course._id}>
        <TextList
          title={t`What You'll Learn`}
          items={copy.learn}
          columns
          below={(point) =>
            course.outcomes.includes(point) && (
              <Covered
                by={coveredIn(point, course.lectures)}
                onPlay={(lecture) => setPlaying({ lecture, top: true })}
              />
            )
          }
        />
        {course.description && (
          <section>
            <h2 className="text-2xl">{t`About this course`}</h2>
            <p {...writtenIn(course.language)} className="mt-4 max-w-prose whitespace-pre-line wrap-anywhere">
              {course.description}
            </p>
          </section>
        )}
        <PartBoundary of={course._id}>
          <CurriculumSection
            key={course._id}
            course={course}
            playing={playing && !playing.top ? playing.lecture : null}
            onPlay={(lecture) => setPlaying({ lecture, top: false })}
            open={open}
            entries={entries}
          />
        </PartBoundary>
        <div className="grid gap-12 sm:grid-cols-2 sm:gap-8">
          <TextList title={t`Requirements`} items={copy.requirements} />
          <TextList title={t`Who This Course is For`} items={copy.audience} />
        </div>
        <PartBoundary of={course._id}>
          <ReviewsAndEducator key={course._id} reviews={reviews} educator={educator} figures={course.instructor} />
        </PartBoundary>
      </BelowFold>
    </CourseColumns>
  )
}

type CoveredProps = { by: Covering | null; onPlay: (lecture: Lecture) => void }

/** The lecture that covers a learning point; a free preview plays at once, in place of the course's image. */
function Covered({ by, onPlay }: CoveredProps) {
  const { t } = useLingui()
  if (!by) return null
  const { number, lecture } = by
  const free = lecture.isPreviewFree && lecture.videoUrl !== ''
  const play = () => {
    onPlay(lecture)
    document.querySelector('#course-media')?.scrollIntoView({ block: 'center' })
  }
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      <span>{t`Covered in lecture ${{ number }}`}</span>
      {free && (
        <button
          type="button"
          onClick={play}
          className="inline-flex min-h-6 items-center gap-1 font-medium text-link underline underline-offset-2"
        >
          <Play aria-hidden="true" className="size-3.5 fill-current" />
          <Trans>Watch it free</Trans>
        </button>
      )}
    </p>
  )
}

type PosterProps = { course: CourseDetails; onPlay: (() => void) | undefined }

/** The image of a course; with a free preview it is the button that plays it. */
function Poster({ course, onPlay }: PosterProps) {
  const early = useEarlyPress('preview', () => onPlay?.())
  const image = <CourseImage course={course} sizes={boxSizes} first />
  if (!onPlay) return image
  return (
    <button
      {...early}
      type="button"
      onPointerEnter={preloadPreview}
      onClick={onPlay}
      className="group relative block w-full focus-visible:-outline-offset-2"
    >
      {image}
      <span className="absolute inset-x-0 bottom-0 flex items-center gap-2.5 bg-linear-to-t from-night/95 from-35% to-transparent px-4 pt-14 pb-3 font-semibold text-on-night">
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-on-night text-night transition-transform group-hover:scale-110">
          <Play aria-hidden="true" className="ms-0.5 size-4 fill-current" />
        </span>
        <Trans>Preview this course</Trans>
      </span>
    </button>
  )
}
