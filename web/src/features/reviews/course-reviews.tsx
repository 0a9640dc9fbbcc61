import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { api, Course, ReplyOf, ReviewOrder, Viewer } from '@virtual-courses/contract'
import { Check } from 'lucide-react'
import { type ComponentType, type CSSProperties, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import { formatCounted, placesBeside } from '#lib/list-place.ts'
import { formatCount } from '#lib/text/format.ts'
import { cx } from '#ui/cx.ts'
import { Pagination } from '#ui/layout/pagination.tsx'
import { ratingText } from '#ui/rating.tsx'
import { type CourseReviewQuery, courseReviewSearch } from './course-review-query.ts'
import { MyReview, ReplyTools, ReportableReview, replyRoom } from './lazy-tools.tsx'
import type { ReviewFormProps } from './review-form.tsx'
import { ReviewText } from './review-text.tsx'
import { StarFilter } from './star-filter.tsx'

type Answer = ReplyOf<typeof api.reviews.ofCourse>

type Props = {
  course: Pick<Course, '_id' | 'creator'>
  query: CourseReviewQuery
  answer: Answer
  /** null for a visitor, who only reads */
  user: Pick<Viewer, '_id' | 'role'> | null
  enrolled: boolean
  /** as a student sees it before buying: without anything to do */
  preview: boolean
}

const sectionId = 'reviews'

const NoForm = () => (
  <p className="text-muted">
    <Trans>The form could not be loaded. Please reload the page.</Trans>
  </p>
)

/** Fetched for students of the course alone. The server renders it, so that one can begin before it is interactive. */
const ReviewForm = lazy<ComponentType<ReviewFormProps>>(() =>
  import('./review-form.tsx').then(
    (module) => ({ default: module.ReviewForm }),
    () => ({ default: NoForm }),
  ),
)

/** The reviews of a course with their numbers, the own one, and the form for it. */
export function CourseReviews({ course, query, answer, user, enrolled, preview }: Props) {
  const [editing, setEditing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const edit = useRef<HTMLButtonElement>(null)
  const { own } = answer
  const hadOwn = useRef(own !== null)
  // a deleted review takes its buttons along
  useEffect(() => {
    if (hadOwn.current && !own) heading.current?.focus()
    hadOwn.current = own !== null
  }, [own])
  const isEducator = user?.role === 'educator' && user._id === course.creator
  const endEditing = () => {
    setEditing(false)
    edit.current?.focus()
  }
  return (
    <>
      <section aria-labelledby={sectionId} className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <h2 id={sectionId} ref={heading} tabIndex={-1} className="scroll-mt-24 text-2xl outline-none">
          <Trans>Reviews</Trans>
        </h2>
        <Numbers answer={answer} query={query} />
        {own && !preview && <MyReview review={own} editButton={edit} onEdit={() => setEditing(true)} />}
        <List answer={answer} query={query} reply={isEducator && !preview} report={user !== null && !preview} />
      </section>
      {user && (
        <section>
          <h2 className="mb-4 text-2xl">
            <Trans>Write a Review</Trans>
          </h2>
          {enrolled ? (
            <>
              {own && !editing && (
                <p className="-mt-2 mb-4 max-w-prose text-muted">
                  <Trans>You have reviewed this course. A new review replaces it.</Trans>
                </p>
              )}
              <Suspense fallback={<div className="h-85" />}>
                <ReviewForm
                  key={`${course._id} ${editing}`}
                  courseId={course._id}
                  stored={answer}
                  {...(own && editing && { onEnd: endEditing })}
                />
              </Suspense>
            </>
          ) : (
            <p className="text-muted">
              <Trans>Students enrolled in this course can review it.</Trans>
            </p>
          )}
        </section>
      )}
    </>
  )
}

/** The address of the same page with another query of the reviews. Without scripts it leads to the section as well. */
function useHref(): (query: CourseReviewQuery) => string {
  const { pathname, search } = useLocation()
  return (query) => `${pathname}${courseReviewSearch(query, search)}#${sectionId}`
}

/** The average and the number of reviews with each number of stars; each number filters the list. */
function Numbers({ answer: { average, ratingCounts }, query }: { answer: Answer; query: CourseReviewQuery }) {
  const { t } = useLingui()
  const href = useHref()
  const all = ratingCounts.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  return (
    <div className="grid gap-x-10 gap-y-5 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center">
      <div className="flex items-center gap-4 sm:flex-col sm:gap-2">
        <p aria-hidden="true" className="tabular font-display text-display leading-none font-bold">
          {ratingText(average)}
        </p>
        <div className="sm:text-center">
          <span
            role="img"
            aria-label={t`${{ rating: ratingText(average) }} out of 5 stars on average`}
            style={{ '--fill': `${(average / 5) * 100}%` } as CSSProperties}
            className="stars text-xl"
          />
          <p className="tabular mt-1 text-sm text-muted">{t`${plural({ count: all }, { one: '# review', other: '# reviews' })}`}</p>
        </div>
      </div>
      <StarFilter
        counts={ratingCounts}
        chosen={query.rating}
        hrefFor={(rating) => href({ ...query, rating, at: '' })}
      />
    </div>
  )
}

const orderNames: readonly (readonly [ReviewOrder, MessageDescriptor])[] = [
  ['newest', msg`Newest`],
  ['highest', msg`Highest rating`],
  ['lowest', msg`Lowest rating`],
]

const choice =
  'inline-flex min-h-9 items-center gap-1.5 rounded-full border px-3.5 text-sm font-medium transition-colors'
const choiceClass = (chosen: boolean): string =>
  cx(choice, chosen ? 'border-primary bg-primary-soft text-on-primary-soft' : 'border-line-strong hover:bg-tint')

/** Returns how many reviews fit the choice; `shown` is the number as it is shown. */
function totalOf(total: number, shown: string, { rating: stars, commented }: CourseReviewQuery): MessageDescriptor {
  if (stars === null)
    return commented
      ? msg`${plural(total, { one: `${shown} review with a comment`, other: `${shown} reviews with a comment` })}`
      : msg`${plural(total, { one: `${shown} review`, other: `${shown} reviews` })}`
  return commented
    ? msg`${plural(total, { one: `${shown} review`, other: `${shown} reviews` })} with ${plural(stars, { one: '# star', other: '# stars' })} and a comment`
    : msg`${plural(total, { one: `${shown} review`, other: `${shown} reviews` })} with ${plural(stars, { one: '# star', other: '# stars' })}`
}

type ListProps = {
  answer: Answer
  query: CourseReviewQuery /** what the user may do with the reviews */
  reply: boolean
  report: boolean
}

/** A page of the reviews of others, with order and filter. */
function List({ answer, query, reply, report }: ListProps) {
  const { t } = useLingui()
  const href = useHref()
  const { location } = useNavigation()
  const { pathname } = useLocation()
  const coming = location?.pathname === pathname && location.hash === `#${sectionId}`
  const top = useRef<HTMLDivElement>(null)
  const shown = useRef(query.at)
  useEffect(() => {
    if (shown.current === query.at) return
    shown.current = query.at
    top.current?.scrollIntoView()
  }, [query.at])

  const all = answer.ratingCounts.reduce((sum, count) => sum + count, 0)
  const { reviews, total, own } = answer
  if (all === 0)
    return (
      <p className="text-muted">
        <Trans>No one has reviewed this course yet.</Trans>
      </p>
    )
  const filtered = query.rating !== null || query.commented
  const shownTotal = query.commented ? formatCounted(total) : formatCount(total)
  return (
    <div ref={top} className="scroll-mt-24">
      <div className="flex flex-wrap items-center gap-2">
        <h3 aria-live="polite" className="me-auto py-1 font-sans text-base font-medium tracking-normal text-muted">
          {t(totalOf(total, shownTotal, query))}
        </h3>
        {query.rating === null && (
          <nav aria-label={t`Order of the reviews`}>
            <ul className="flex flex-wrap gap-2">
              {orderNames.map(([order, name]) => (
                <li key={order}>
                  <Link
                    to={href({ ...query, order, at: '' })}
                    aria-current={query.order === order ? 'true' : undefined}
                    className={choiceClass(query.order === order)}
                  >
                    {t(name)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <Link
          to={href({ ...query, commented: !query.commented, at: '' })}
          aria-current={query.commented ? 'true' : undefined}
          className={choiceClass(query.commented)}
        >
          {query.commented && <Check aria-hidden="true" className="size-4" />}
          <span>
            <Trans>With a comment</Trans>
          </span>
        </Link>
      </div>
      <div aria-busy={coming} className={cx('transition-opacity', coming && 'opacity-60')}>
        {reviews.length > 0 ? (
          <ul aria-label={t`Reviews`} className="mt-2 divide-y divide-line">
            {reviews.map((review) => (
              <li key={review._id} className="py-5">
                <Suspense fallback={<ReviewText review={review} actions={reply && replyRoom} />}>
                  {reply ? (
                    <ReplyTools review={review} />
                  ) : report ? (
                    <ReportableReview review={review} />
                  ) : (
                    <ReviewText review={review} />
                  )}
                </Suspense>
              </li>
            ))}
          </ul>
        ) : (
          <p className="mt-4 text-muted">
            {filtered ? (
              <Trans>No review fits this choice.</Trans>
            ) : (
              own && <Trans>No one else has reviewed this course yet.</Trans>
            )}
          </p>
        )}
        {reviews.some(({ verified }) => verified) && (
          <p className="border-t border-line pt-4 text-sm text-muted">
            <Trans>Verified learners are enrolled and have completed at least one lecture.</Trans>
          </p>
        )}
      </div>
      <div className="mt-6">
        <Pagination
          {...placesBeside(answer, (place) => href({ ...query, at: place }))}
          label={t`Pages of the reviews`}
        />
      </div>
    </div>
  )
}
