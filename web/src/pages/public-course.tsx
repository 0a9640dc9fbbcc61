import { Trans, useLingui } from '@lingui/react/macro'
import {
  type BundleTeaser,
  type CourseCard,
  api as calls,
  courseIdOf,
  courseSlug,
  isolate,
  type ReplyOf,
} from '@virtual-courses/contract'
import { GraduationCap } from 'lucide-react'
import { data, redirect } from 'react-router'
import { CoursePage } from '#app/course/course-page.tsx'
import { MoreCourses } from '#app/course/more-courses.tsx'
import { inBrowser, onServer, type Reading } from '#app/loaders.ts'
import { Breadcrumbs } from '#features/courses/breadcrumbs.tsx'
import { CourseData } from '#features/courses/json-ld.tsx'
import { previewImage } from '#features/courses/structured-data.ts'
import { totalSeconds } from '#features/lectures/lecture-lengths.ts'
import { BundleTeasers } from '#features/offers/bundle-teasers.tsx'
import { CouponNote } from '#features/offers/coupon-note.tsx'
import { codeOf, type Offer, readOffer, withCode } from '#features/offers/link-code.ts'
import {
  type CourseReviewQuery,
  readCourseReviewQuery,
  toCourseReviewCall,
} from '#features/reviews/course-review-query.ts'
import { BelowFold } from '#lib/navigation/below-fold.tsx'
import { withNext } from '#lib/navigation/safe-next.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { cutText } from '#lib/text/cut-text.ts'
import { categoryNames } from '#lib/text/labels.ts'
import { usePersonName } from '#lib/text/person-name.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PartBoundary } from '#ui/part-boundary.tsx'
import type { Route } from './+types/public-course.ts'

type Data = ReplyOf<typeof calls.publicPages.course> & {
  others: CourseCard[]
  reviews: { query: CourseReviewQuery; answer: ReplyOf<typeof calls.reviews.ofCourse> }
  /** with the code in the address */
  offer: Offer | null
  bundles: BundleTeaser[]
}

/** A course for visitors. Those who are signed in have its page with their purchase. */
async function load({ api, viewer, settings, params, url }: Reading<Route.LoaderArgs['params']>): Promise<Data> {
  const courseId = courseIdOf(params.slug)
  const code = codeOf(url.searchParams)
  if (viewer) throw redirect(withCode(paths.course(courseId), code))
  if (!settings.publicPages) throw data(null, { status: 404 })
  const query = readCourseReviewQuery(url.searchParams)
  const [page, { courses }, answer, offer, { bundles }] = await Promise.all([
    api(calls.publicPages.course, { params: { courseId } }),
    api(calls.courses.catalogue, { query: { besides: courseId, limit: 3 } }),
    api(calls.reviews.ofCourse, { params: { courseId }, query: toCourseReviewCall(query) }),
    readOffer(api, { courseId, code }),
    api(calls.offers.bundlesOf, { params: { courseId } }),
  ])
  if (params.slug !== courseSlug(page.course)) throw redirect(paths.publicCourse(page.course) + url.search, 301)
  return { ...page, others: courses, reviews: { query, answer }, offer, bundles }
}

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function PublicCourse({ loaderData }: Route.ComponentProps) {
  const { course, educator, others, reviews, offer, bundles } = loaderData
  const { t } = useLingui()
  const nameOf = usePersonName()
  const above = [
    { name: t`Home`, path: paths.home },
    { name: t`All Courses`, path: paths.publicCourses },
    ...(course.category
      ? [{ name: t(categoryNames[course.category]), path: paths.publicCategory(course.category) }]
      : []),
  ]
  const address = paths.publicCourse(course)
  return (
    <div className="shell pt-6 pb-32 lg:pb-section">
      <PageMeta
        title={course.title}
        description={
          course.subTitle ||
          cutText(course.description, 160) ||
          t`A video course by ${{ educator: isolate(nameOf(course.creatorName)) }}.`
        }
        canonical={address}
        image={previewImage(course.thumbnail)}
      />
      <CourseData
        key={course._id}
        facts={{ course, educator, seconds: totalSeconds(course.lectures) }}
        steps={[...above, { name: course.title, path: address }]}
      />
      <Breadcrumbs steps={above} />
      <CoursePage
        course={course}
        // what search engines read is true of the course
        mode="live"
        educator={educator}
        draft={false}
        open={false}
        action={
          <ButtonLink
            to={withNext('/signup', paths.enroll(course._id, offer?.coupon ?? undefined))}
            rel="nofollow"
            variant="accent"
            size="lg"
            block
            icon={<GraduationCap aria-hidden="true" className="size-5.5" />}
          >
            <Trans>Enroll Now</Trans>
          </ButtonLink>
        }
        discounted={offer?.coupon ? offer : null}
        offers={
          <>
            {offer && <CouponNote offer={offer} />}
            <BundleTeasers bundles={bundles} />
          </>
        }
        reviews={{ course, ...reviews, user: null, enrolled: false, preview: false }}
      />
      <BelowFold key={course._id}>
        <PartBoundary of={course._id}>
          <MoreCourses courseId={course._id} others={others} visitor />
        </PartBoundary>
      </BelowFold>
    </div>
  )
}
