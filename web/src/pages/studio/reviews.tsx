import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type ReplyOf } from '@virtual-courses/contract'
import { MessageSquareText } from 'lucide-react'
import { useNavigation } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import {
  type MyReviewQuery,
  myReviewSearch,
  readMyReviewQuery,
  toReviewCall,
} from '#features/reviews/my-review-query.ts'
import { OwnReview } from '#features/reviews/own-review.tsx'
import { StarFilter } from '#features/reviews/star-filter.tsx'
import { placesBeside } from '#lib/list-place.ts'
import { useChoices } from '#lib/navigation/use-choices.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Select } from '#ui/form/select.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { ResultList } from '#ui/layout/result-list.tsx'
import { Rating } from '#ui/rating.tsx'
import type { Route } from './+types/reviews.ts'
import { readCourseChoices } from './course-choices.ts'
import { StudioError } from './studio-error.tsx'

const title = msg`Reviews of my courses`

type Data = {
  query: MyReviewQuery
  answer: ReplyOf<typeof calls.reviews.mine>
  courses: { _id: string; title: string }[]
}

const load = guarded<unknown, Data>('educator', async ({ api, url }) => {
  const query = readMyReviewQuery(url.searchParams)
  const [answer, courses] = await Promise.all([
    api(calls.reviews.mine, { query: toReviewCall(query) }),
    readCourseChoices(api, query.course),
  ])
  return { query, answer, courses }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

function ReviewCount({ count }: { count: number }) {
  const { t } = useLingui()
  return <span>{t`${plural(count, { one: '# review', other: '# reviews' })}`}</span>
}

export default function ReviewsPage({ loaderData: { query, answer, courses } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { location } = useNavigation()
  const addressOf = (next: MyReviewQuery) => `${studioPaths.reviews()}${myReviewSearch(next)}`
  const [chosen, show] = useChoices(query, addressOf)
  const { reviews, total, ratingCounts } = answer
  const { rating } = query
  const count = total
  const all = ratingCounts.reduce((sum, count) => sum + count, 0)
  const stars = ratingCounts.reduce((sum, count, index) => sum + count * (index + 1), 0)
  return (
    <Container>
      <PageMeta title={t(title)} />
      <PageHeader title={t(title)} back={paths.dashboard} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-8">
        <Card as="section" className="lg:sticky lg:top-[calc(var(--spacing-bar)+1.5rem)]">
          <h2 className="sr-only">
            <Trans>Filters</Trans>
          </h2>
          <Field label={t`Course`}>
            <Select
              name="course"
              value={chosen.course ?? ''}
              placeholder={t`All courses`}
              options={courses.map((course) => ({ value: course._id, label: course.title }))}
              onChange={({ target }) => show({ course: target.value || null, rating: null })}
            />
          </Field>
          <div className="my-5 flex items-baseline gap-3 border-t border-line pt-5">
            <Rating value={all === 0 ? 0 : Math.round((stars * 10) / all) / 10} full className="text-lg" />
            <span className="text-sm text-muted">
              <ReviewCount count={all} />
            </span>
          </div>
          <StarFilter
            counts={ratingCounts}
            chosen={chosen.rating}
            hrefFor={(rating) => addressOf({ ...chosen, rating, at: '' })}
          />
        </Card>
        <ResultList
          summary={
            rating === null
              ? t`${plural(count, { one: '# review', other: '# reviews' })}`
              : t`${plural(count, { one: '# review', other: '# reviews' })} with ${plural(rating, { one: '# star', other: '# stars' })}`
          }
          coming={location?.pathname === studioPaths.reviews()}
          filled={reviews.length > 0}
          empty={{
            icon: <MessageSquareText />,
            title: all === 0 ? t`No reviews yet` : t`No reviews here`,
            text:
              all === 0
                ? t`Students who are enrolled can review a course. Their reviews appear here.`
                : t`No review fits this choice.`,
            action:
              all === 0 && query.course === null ? (
                <ButtonLink to={paths.myCourses}>
                  <Trans>Go to my courses</Trans>
                </ButtonLink>
              ) : (
                <ButtonLink to={studioPaths.reviews()} variant="secondary">
                  <Trans>Show all reviews</Trans>
                </ButtonLink>
              ),
          }}
          pages={placesBeside(answer, (at) => addressOf({ ...query, at }))}
        >
          <ul className="grid gap-4">
            {reviews.map((review) => (
              <li key={review._id}>
                <OwnReview review={review} canReply />
              </li>
            ))}
          </ul>
        </ResultList>
      </div>
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t(title)} back={paths.dashboard} />
}
