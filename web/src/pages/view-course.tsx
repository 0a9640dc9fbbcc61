import {
  type Course,
  type CourseCard as CourseCardData,
  api as calls,
  type Lecture,
  type PublicUser,
  type ReplyOf,
  type Viewer,
} from '@virtual-courses/contract'
import { Heart } from 'lucide-react'
import { useRef, useState } from 'react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { SimilarCourses } from '#app/similar-courses.tsx'
import { StoreCard } from '#app/store-card.tsx'
import { EducatorCard } from '#features/accounts/educator-card.tsx'
import { CourseGrid } from '#features/courses/course-card.tsx'
import { CourseHead, TextList } from '#features/courses/course-sections.tsx'
import { PurchaseBox } from '#features/courses/purchase-box.tsx'
import { storeCopy } from '#features/courses/store-copy.ts'
import { previewImage } from '#features/courses/structured-data.ts'
import { EnrollButton, EnrollNext, PreviewEnroll } from '#features/enrolments/enroll-button.tsx'
import { Curriculum } from '#features/lectures/curriculum.tsx'
import { lecturesInWords } from '#features/lectures/lecture-lengths.ts'
import { PreviewPlayer } from '#features/lectures/lecture-player.tsx'
import { mayWatchAll } from '#features/lectures/may-watch.ts'
import {
  type CourseReviewQuery,
  readCourseReviewQuery,
  toCourseReviewCall,
} from '#features/reviews/course-review-query.ts'
import { CourseReviews } from '#features/reviews/course-reviews.tsx'
import { OwnerBar, PreviewBanner } from '#features/studio/owner-bars.tsx'
import { WishlistButton } from '#features/wishlist/wishlist-button.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { useSettings } from '#lib/root-data.ts'
import { IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { BackLink } from '#ui/page-layout.tsx'
import { toast } from '#ui/toast.ts'
import type { Route } from './+types/view-course.ts'

type Data = {
  course: Course
  creator: PublicUser | null
  others: CourseCardData[]
  enrolled: boolean
  reviews: { query: CourseReviewQuery; answer: ReplyOf<typeof calls.reviews.ofCourse> }
  user: Viewer
  /** the educator previews the page as a student sees it before buying */
  preview: boolean
  /** the user pressed "Enroll Now" before they had an account */
  enrolling: boolean
}

const load = guarded<Route.LoaderArgs['params'], Data>('signedIn', async ({ api, params, viewer, url }) => {
  const query = readCourseReviewQuery(url.searchParams)
  const [course, { enrolled }, answer] = await Promise.all([
    api(calls.courses.get, { params }),
    api(calls.enrolments.enrolled, { params }),
    api(calls.reviews.ofCourse, { params, query: toCourseReviewCall(query) }),
  ])
  const { creator: userId, _id } = course
  const [creator, others] = await Promise.all([
    api(calls.courses.creator, { body: { userId } }).catch(() => null),
    api(calls.courses.catalogue, { query: { creator: userId, exclude: _id, limit: 6 } }),
  ])
  const preview = userId === viewer._id && url.searchParams.get('view') === 'student'
  const enrolling = !enrolled && viewer.role === 'student' && url.searchParams.has('enroll')
  const reviews = { query, answer }
  return { course, creator, others: others.courses, enrolled, reviews, user: viewer, preview, enrolling }
})

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function ViewCourse({ loaderData }: Route.ComponentProps) {
  const { course, creator, others, enrolled, reviews, user, preview, enrolling } = loaderData
  const { storeCopy: mode, publicPages } = useSettings()
  const copy = storeCopy(mode, course)
  const [playingId, setPlayingId] = useState<string | null>(null)
  const playing = course.lectures.find(({ _id }) => _id === playingId) ?? null
  const player = useRef<HTMLDivElement>(null)

  const play = (lecture: Lecture) => {
    setPlayingId(lecture._id)
    player.current?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div className={cx('shell pb-32 lg:pb-section', !preview && 'pt-6')}>
      <PageMeta
        title={course.title}
        description={course.subTitle || course.description.slice(0, 160)}
        canonical={publicPages && course.isPublished ? paths.publicCourse(course) : undefined}
        image={previewImage(course.thumbnail)}
      />
      {preview && <PreviewBanner course={course} />}
      <div className={cx('flex items-center justify-between gap-4', preview && 'pt-4')}>
        <BackLink to={paths.home} className="-ml-2.5" />
        {course.creator === user._id && !preview && <OwnerBar courseId={course._id} />}
      </div>
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14">
        <div className="lg:col-start-1 lg:row-start-1">
          <CourseHead course={course} copy={copy} draft={!course.isPublished && !preview} />
        </div>
        <aside aria-label="Enrollment" className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <div className="lg:sticky lg:top-[calc(var(--spacing-bar)+1.5rem)]">
            <PurchaseBox
              course={course}
              copy={copy}
              corner={preview ? <PreviewHeart /> : <WishlistButton course={course} />}
              action={
                preview ? (
                  <PreviewEnroll key={course._id} free={course.price === 0} />
                ) : (
                  <>
                    {enrolling && <EnrollNext free={course.price === 0} />}
                    <EnrollButton key={course._id} course={course} user={user} enrolled={enrolled} />
                  </>
                )
              }
            />
          </div>
        </aside>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12 lg:col-start-1 lg:row-start-2">
          <TextList title="What You'll Learn" items={copy.learn} />
          {course.description && (
            <section>
              <h2 className="text-2xl">About this course</h2>
              <p className="mt-4 max-w-prose whitespace-pre-line wrap-anywhere">{course.description}</p>
            </section>
          )}
          <section aria-labelledby="curriculum">
            <div className="mb-4 flex flex-wrap items-baseline justify-between gap-2">
              <h2 id="curriculum" className="text-2xl">
                Course Curriculum
              </h2>
              <p className="text-muted">{lecturesInWords(course.lectures)}</p>
            </div>
            <div ref={player} className="mb-5 scroll-mt-24 overflow-hidden rounded-lg">
              <PreviewPlayer lecture={playing} />
            </div>
            <Curriculum
              courseId={course._id}
              lectures={course.lectures}
              playing={playingId}
              onPlay={play}
              open={!preview && mayWatchAll(course, { user, enrolled })}
            />
          </section>
          <div className="grid gap-12 sm:grid-cols-2 sm:gap-8">
            <TextList title="Requirements" items={copy.requirements} />
            <TextList title="Who This Course is For" items={copy.audience} />
          </div>
          <CourseReviews
            key={`reviews-${course._id}`}
            course={course}
            {...reviews}
            user={user}
            enrolled={enrolled}
            preview={preview}
          />
          {creator && (
            <section>
              <h2 className="mb-4 text-2xl">Instructor</h2>
              <Card>
                <EducatorCard educator={creator} noBio="No bio available." />
              </Card>
            </section>
          )}
        </div>
      </div>
      <section aria-labelledby="others" className="mt-16">
        <h2 id="others" className="mb-6 text-2xl">
          Other Published Courses by the Educator
        </h2>
        {others.length > 0 ? (
          <CourseGrid>
            {others.map((other) => (
              <li key={other._id}>
                <StoreCard course={other} />
              </li>
            ))}
          </CourseGrid>
        ) : (
          <p className="text-muted">This educator has no other published courses yet.</p>
        )}
      </section>
      <SimilarCourses key={`similar-${course._id}`} courseId={course._id} />
    </div>
  )
}

/** The students' heart in the educator's preview. It only explains what it would do. */
const PreviewHeart = () => (
  <IconButton
    floating
    label="Add to wishlist"
    onClick={() => toast.info('This is a preview: students put the course on their wishlist here.')}
  >
    <Heart />
  </IconButton>
)
