import {
  type BundleTeaser,
  type CourseCard as CourseCardData,
  type CourseDetails,
  api as calls,
  type PublicUser,
  type ReplyOf,
  type Viewer,
} from '@virtual-courses/contract'
import { lazy, type ReactNode, Suspense } from 'react'
import { CoursePage } from '#app/course/course-page.tsx'
import { MoreCourses } from '#app/course/more-courses.tsx'
import { OwnProgress } from '#app/course/own-progress.tsx'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { previewImage } from '#features/courses/structured-data.ts'
import { EnrollButton, EnrollNext } from '#features/enrolments/enroll-button.tsx'
import { mayWatchAll } from '#features/lectures/may-watch.ts'
import { BundleTeasers } from '#features/offers/bundle-teasers.tsx'
import { LazyCouponBox } from '#features/offers/lazy-coupon-box.tsx'
import { codeOf, type Offer, readOffer } from '#features/offers/link-code.ts'
import {
  type CourseReviewQuery,
  readCourseReviewQuery,
  toCourseReviewCall,
} from '#features/reviews/course-review-query.ts'
import { WishlistButton } from '#features/wishlist/wishlist-button.tsx'
import { AgreementNote } from '#lib/agreement-note.tsx'
import { BelowFold } from '#lib/navigation/below-fold.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { cutText } from '#lib/text/cut-text.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { cx } from '#ui/cx.ts'
import { BackLink } from '#ui/layout/page-layout.tsx'
import { PartBoundary } from '#ui/part-boundary.tsx'
import type { Route } from './+types/view-course.ts'

type EducatorParts = typeof import('#features/studio/course/owner-bars.tsx')

/** What only the course's educator sees is fetched for them alone. */
const forEducator = <Name extends keyof EducatorParts>(name: Name) =>
  lazy<EducatorParts[Name]>(async () => ({
    default: (await import('#features/studio/course/owner-bars.tsx'))[name],
  }))
const OwnerBar = forEducator('OwnerBar')
const PreviewBanner = forEducator('CoursePreviewBanner')
const PreviewEnroll = forEducator('PreviewEnroll')
const PreviewHeart = forEducator('PreviewHeart')

/** Leaves a place in the document: a button that is there before its code has come would take presses and do nothing. */
function InBrowser({ className, children }: { className?: string; children: ReactNode }) {
  const place = <div className={className} />
  return useHydrated() ? <Suspense fallback={place}>{children}</Suspense> : place
}

type Data = {
  course: CourseDetails
  creator: PublicUser | null
  others: CourseCardData[]
  enrolled: boolean
  /** of a course that the user bought */
  progress: ReplyOf<typeof calls.learning.course> | null
  reviews: { query: CourseReviewQuery; answer: ReplyOf<typeof calls.reviews.ofCourse> }
  user: Viewer
  /** the educator previews the page as a student sees it before buying */
  preview: boolean
  /** the user pressed "Enroll Now" before they had an account */
  enrolling: boolean
  /** with the code in the address */
  offer: Offer | null
  bundles: BundleTeaser[]
}

const load = guarded<Route.LoaderArgs['params'], Data>('signedIn', async ({ api, params, viewer, url }) => {
  const query = readCourseReviewQuery(url.searchParams)
  const code = codeOf(url.searchParams)
  const [course, { courses: others }, { enrolled }, answer, offer, { bundles }] = await Promise.all([
    api(calls.courses.get, { params }),
    api(calls.courses.catalogue, { query: { besides: params.courseId, limit: 6 } }),
    api(calls.enrolments.enrolled, { params }),
    api(calls.reviews.ofCourse, { params, query: toCourseReviewCall(query) }),
    readOffer(api, { courseId: params.courseId, code }),
    api(calls.offers.bundlesOf, { params }),
  ])
  const { creator: userId } = course
  const [creator, progress] = await Promise.all([
    api(calls.courses.creator, { body: { userId } }).catch(() => null),
    enrolled ? api(calls.learning.course, { params }).catch(() => null) : null,
  ])
  const preview = userId === viewer._id && url.searchParams.get('view') === 'student'
  const enrolling = !enrolled && viewer.role === 'student' && url.searchParams.has('enroll')
  const reviews = { query, answer }
  const buyer = !enrolled && userId !== viewer._id
  return {
    course,
    creator,
    others,
    enrolled,
    progress,
    reviews,
    user: viewer,
    preview,
    enrolling,
    offer: buyer ? offer : null,
    bundles: buyer ? bundles : [],
  }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function ViewCourse({ loaderData }: Route.ComponentProps) {
  const { course, creator, others, enrolled, progress, reviews, user, preview, enrolling, offer, bundles } = loaderData
  const free = (offer?.coupon ? offer.price : course.price) === 0
  const buys = !enrolled && course.creator !== user._id && user.role === 'student'
  const { storeCopy: mode, publicPages } = useSettings()

  return (
    <div className={cx('shell pb-32 lg:pb-section', !preview && 'pt-6')}>
      <PageMeta
        title={course.title}
        description={course.subTitle || cutText(course.description, 160)}
        canonical={publicPages && course.isPublished ? paths.publicCourse(course) : undefined}
        image={previewImage(course.thumbnail)}
      />
      {preview && (
        <Suspense>
          <PreviewBanner course={course} />
        </Suspense>
      )}
      <div className={cx('flex items-center justify-between gap-4', preview && 'pt-4')}>
        <BackLink to={paths.home} className="-ms-2.5" />
        {course.creator === user._id && !preview && (
          <Suspense>
            <OwnerBar courseId={course._id} />
          </Suspense>
        )}
      </div>
      <CoursePage
        course={course}
        mode={mode}
        educator={creator}
        draft={!course.isPublished && !preview}
        open={!preview && mayWatchAll(course, { user, enrolled })}
        entries={progress?.entries}
        progress={progress && !preview && <OwnProgress course={course} progress={progress} />}
        discounted={offer?.coupon ? offer : null}
        offers={
          <>
            {buys && course.price !== 0 && <LazyCouponBox key={course._id} offer={offer} />}
            <BundleTeasers bundles={bundles} />
          </>
        }
        corner={
          preview ? (
            <InBrowser>
              <PreviewHeart />
            </InBrowser>
          ) : (
            <WishlistButton course={course} />
          )
        }
        action={
          preview ? (
            <InBrowser className="h-13">
              <PreviewEnroll key={course._id} free={course.price === 0} />
            </InBrowser>
          ) : (
            <>
              {enrolling && <EnrollNext free={free} />}
              <EnrollButton
                key={course._id}
                course={course}
                user={user}
                enrolled={enrolled}
                coupon={offer?.coupon ?? undefined}
                agreement={!free && <AgreementNote to="order" className="mt-2 text-xs" />}
              />
            </>
          )
        }
        reviews={{ course, ...reviews, user, enrolled, preview }}
      />
      <BelowFold key={course._id}>
        <PartBoundary of={course._id}>
          <MoreCourses courseId={course._id} others={others} visitor={false} />
        </PartBoundary>
      </BelowFold>
    </div>
  )
}
