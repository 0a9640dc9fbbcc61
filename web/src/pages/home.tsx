import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate, type ReplyOf, type Review } from '@virtual-courses/contract'
import { ArrowRight, BookOpen } from 'lucide-react'
import { inBrowser, onServer, type Reading } from '#app/loaders.ts'
import { StoreCard } from '#app/store-card.tsx'
import { CourseGrid } from '#features/courses/course-card.tsx'
import { SiteData } from '#features/courses/json-ld.tsx'
import { About } from '#features/home/about.tsx'
import { CategoryExplorer } from '#features/home/category-explorer.tsx'
import { Hero, SellingPoints } from '#features/home/hero.tsx'
import { useCatalogueLinks } from '#lib/catalogue-links.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { cutText } from '#lib/text/cut-text.ts'
import { roleNames } from '#lib/text/labels.ts'
import { usePersonName } from '#lib/text/person-name.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Avatar } from '#ui/avatar.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { Rating } from '#ui/rating.tsx'
import type { Route } from './+types/home.ts'

const popularCourses = 6
/** Newest first, and only those with a comment (decisions, section 4). */
const mostReviews = 6

type Data = { catalogue: ReplyOf<typeof calls.courses.catalogue>; reviews: Review[] }

async function load({ api }: Reading): Promise<Data> {
  const [catalogue, reviews] = await Promise.all([
    api(calls.courses.catalogue, { query: { limit: popularCourses } }),
    api(calls.reviews.all, { query: { limit: mostReviews, commented: 'true' } }),
  ])
  return { catalogue, reviews }
}

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function Home({ loaderData }: Route.ComponentProps) {
  const { catalogue, reviews } = loaderData
  const { courses, categoryCounts } = catalogue
  const links = useCatalogueLinks()
  const { t } = useLingui()
  const heroCourses = courses.slice(0, 3).map((course) => ({ ...course, category: course.category ?? ('' as const) }))
  return (
    <>
      <PageMeta
        description={t`Practical video courses in web development, design, data, AI and more. Buy once, keep for life.`}
        canonical={paths.home}
      />
      <SiteData />
      <Hero courses={heroCourses} />
      <SellingPoints />
      <CategoryExplorer counts={categoryCounts} />
      <section className="bg-sunken" aria-labelledby="popular">
        <div className="shell py-section">
          <SectionHeading
            id="popular"
            title={t`Our Popular Courses`}
            text={t`Small steps, real examples, and something that works at the end.`}
            action={
              <ButtonLink to={links.all} variant="secondary">
                <Trans>View all Courses</Trans>
                <ArrowRight aria-hidden="true" className="size-4.5 rtl:-scale-x-100" />
              </ButtonLink>
            }
          />
          {courses.length > 0 ? (
            <CourseGrid>
              {courses.map((course) => (
                <li key={course._id}>
                  <StoreCard course={course} />
                </li>
              ))}
            </CourseGrid>
          ) : (
            <EmptyState
              icon={<BookOpen />}
              title={t`The first courses are on their way`}
              text={t`Come back soon, or teach one yourself.`}
            />
          )}
        </div>
      </section>
      <About />
      {reviews.length > 0 && (
        <section className="shell py-section" aria-labelledby="reviews">
          <SectionHeading id="reviews" title={t`Real Reviews from Real Learners`} centered />
          <ul className="grid grid-cols-1 gap-5 sm:gap-6 md:grid-cols-2 lg:grid-cols-3">
            {reviews.map((review) => (
              <li key={review._id}>
                <ReviewCard review={review} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** A review with its author. */
function ReviewCard({ review }: { review: Review }) {
  const nameOf = usePersonName()
  const { t } = useLingui()
  const { user } = review
  return (
    <Card
      as="article"
      aria-label={`${isolate(nameOf(user.name))}: ${isolate(cutText(review.comment, 60))}`}
      className="flex h-full flex-col"
    >
      <Rating value={review.rating} full />
      <blockquote
        {...writtenIn()}
        className="mt-4 line-clamp-6 flex-1 text-lg leading-relaxed whitespace-pre-line wrap-anywhere"
      >
        {review.comment}
      </blockquote>
      <footer className="mt-6 flex items-center gap-3">
        <Avatar name={user.name} photo={user.photoUrl} />
        <div className="min-w-0">
          <p {...writtenIn()} className="truncate font-semibold">
            {nameOf(user.name)}
          </p>
          <p className="text-sm text-muted">{t(roleNames[user.role])}</p>
        </div>
      </footer>
    </Card>
  )
}
