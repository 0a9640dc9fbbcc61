import {
  type CourseCard,
  api as calls,
  courseIdOf,
  courseSlug,
  type Lecture,
  type ReplyOf,
} from '@virtual-courses/contract'
import { GraduationCap } from 'lucide-react'
import { useRef, useState } from 'react'
import { data, redirect } from 'react-router'
import { inBrowser, onServer, type Reading } from '#app/loaders.ts'
import { StoreCard } from '#app/store-card.tsx'
import { EducatorCard } from '#features/accounts/educator-card.tsx'
import { Breadcrumbs } from '#features/courses/breadcrumbs.tsx'
import { CourseGrid } from '#features/courses/course-card.tsx'
import { CourseHead, TextList } from '#features/courses/course-sections.tsx'
import { CourseData } from '#features/courses/json-ld.tsx'
import { PurchaseBox } from '#features/courses/purchase-box.tsx'
import { storeCopy } from '#features/courses/store-copy.ts'
import { previewImage } from '#features/courses/structured-data.ts'
import { Curriculum } from '#features/lectures/curriculum.tsx'
import { lecturesInWords, totalSeconds } from '#features/lectures/lecture-lengths.ts'
import { PreviewPlayer } from '#features/lectures/lecture-player.tsx'
import {
  type CourseReviewQuery,
  readCourseReviewQuery,
  toCourseReviewCall,
} from '#features/reviews/course-review-query.ts'
import { CourseReviews } from '#features/reviews/course-reviews.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { withNext } from '#lib/safe-next.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import type { Route } from './+types/public-course.ts'

type Data = ReplyOf<typeof calls.publicPages.course> & {
  others: CourseCard[]
  reviews: { query: CourseReviewQuery; answer: ReplyOf<typeof calls.reviews.ofCourse> }
}

/** A course for visitors. Those who are signed in have its page with their purchase. */
async function load({ api, viewer, settings, params, url }: Reading<Route.LoaderArgs['params']>): Promise<Data> {
  const courseId = courseIdOf(params.slug)
  if (viewer) throw redirect(paths.course(courseId))
  if (!settings.publicPages) throw data(null, { status: 404 })
  const page = await api(calls.publicPages.course, { params: { courseId } })
  const { course } = page
  if (params.slug !== courseSlug(course)) throw redirect(paths.publicCourse(course) + url.search, 301)
  const { creator, _id: exclude } = course
  const query = readCourseReviewQuery(url.searchParams)
  const [{ courses }, answer] = await Promise.all([
    api(calls.courses.catalogue, { query: { creator, exclude, limit: 3 } }),
    api(calls.reviews.ofCourse, { params: { courseId }, query: toCourseReviewCall(query) }),
  ])
  return { ...page, others: courses, reviews: { query, answer } }
}

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function PublicCourse({ loaderData }: Route.ComponentProps) {
  const { course, educator, updatedAt, others, reviews } = loaderData
  // what search engines read is true of the course
  const copy = storeCopy('live', course)
  const [playingId, setPlayingId] = useState<string | null>(null)
  const player = useRef<HTMLDivElement>(null)
  const play = (lecture: Lecture) => {
    setPlayingId(lecture._id)
    player.current?.scrollIntoView({ block: 'nearest' })
  }

  const above = [
    { name: 'Home', path: paths.home },
    { name: 'All Courses', path: paths.publicCourses },
    ...(course.category ? [{ name: course.category, path: paths.publicCategory(course.category) }] : []),
  ]
  const address = paths.publicCourse(course)
  return (
    <div className="shell pt-6 pb-32 lg:pb-section">
      <PageMeta
        title={course.title}
        description={course.subTitle || course.description.slice(0, 160) || `A video course by ${course.creatorName}.`}
        canonical={address}
        image={previewImage(course.thumbnail)}
      />
      <CourseData
        key={course._id}
        facts={{ course, educator, updatedAt, seconds: totalSeconds(course.lectures) }}
        steps={[...above, { name: course.title, path: address }]}
      />
      <Breadcrumbs steps={above} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14">
        <div className="lg:col-start-1 lg:row-start-1">
          <CourseHead course={course} copy={copy} draft={false} />
        </div>
        <aside aria-label="Enrollment" className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <div className="lg:sticky lg:top-[calc(var(--spacing-bar)+1.5rem)]">
            <PurchaseBox
              course={course}
              copy={copy}
              action={
                <ButtonLink
                  to={withNext('/signup', paths.enroll(course._id))}
                  rel="nofollow"
                  variant="accent"
                  size="lg"
                  block
                  icon={<GraduationCap aria-hidden="true" className="size-5.5" />}
                >
                  Enroll Now
                </ButtonLink>
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
            {course.lectures.some(({ isPreviewFree }) => isPreviewFree) && (
              <div ref={player} className="mb-5 scroll-mt-24 overflow-hidden rounded-lg">
                <PreviewPlayer lecture={course.lectures.find(({ _id }) => _id === playingId) ?? null} />
              </div>
            )}
            <Curriculum
              courseId={course._id}
              lectures={course.lectures}
              playing={playingId}
              onPlay={play}
              open={false}
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
            user={null}
            enrolled={false}
            preview={false}
          />
          <section>
            <h2 className="mb-4 text-2xl">Instructor</h2>
            <Card>
              <EducatorCard educator={educator} noBio="No bio available." />
            </Card>
          </section>
        </div>
      </div>
      {others.length > 0 && (
        <section aria-labelledby="others" className="mt-16">
          <h2 id="others" className="mb-6 text-2xl">
            Other Published Courses by the Educator
          </h2>
          <CourseGrid>
            {others.map((other) => (
              <li key={other._id}>
                <StoreCard course={other} to={paths.publicCourse(other)} />
              </li>
            ))}
          </CourseGrid>
        </section>
      )}
    </div>
  )
}
