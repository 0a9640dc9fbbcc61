import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { api as calls, type ReplyOf } from '@virtual-courses/contract'
import { Link, useNavigate } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { ListFrame, type ListTexts, ListTools } from '#features/admin/list-frame.tsx'
import { readChoice, readText, searchOf, toCall } from '#features/admin/list-query.ts'
import { ReportedList, ReviewList } from '#features/admin/review-list.tsx'
import { formatCounted, placesBeside, readPlace } from '#lib/list-place.ts'
import { paths } from '#lib/paths.ts'
import { cx } from '#ui/cx.ts'
import { Select } from '#ui/form/select.tsx'
import type { Route } from './+types/reviews.ts'
import { AdminError } from './admin-error.tsx'

const head = { title: msg`Review Management`, text: msg`Find reviews and remove those that break the rules.` }
const stars = ['1', '2', '3', '4', '5'] as const

const reportedTexts: ListTexts = {
  total: (total, shown) =>
    msg`${plural(total, { one: `${shown} reported review`, other: `${shown} reported reviews` })}`,
  noneFound: msg`No reported reviews found`,
  none: msg`No reported reviews yet`,
  empty: msg`Reviews that users report appear here.`,
  showAll: msg`Show all reported reviews`,
}

type Query = { show: '' | 'reported'; text: string; rating: '' | (typeof stars)[number]; at: string }
type Reported = ReplyOf<typeof calls.admin.reportedReviews>
type Data = {
  query: Query
  /** the list that is shown */
  all: ReplyOf<typeof calls.admin.reviews> | null
  reported: Reported | null
  /** number of reviews with open reports */
  open: number
}

const texts: ListTexts = {
  total: (total, shown) => msg`${plural(total, { one: `${shown} review`, other: `${shown} reviews` })}`,
  noneFound: msg`No reviews found`,
  none: msg`No reviews yet`,
  empty: msg`Enrolled students can review courses. Their reviews will appear here.`,
  showAll: msg`Show all reviews`,
}

const load = guarded<unknown, Data>('admin', async ({ api, url }) => {
  const search = url.searchParams
  const query: Query = {
    show: readChoice(search, 'show', ['reported']),
    text: readText(search),
    rating: readChoice(search, 'rating', stars),
    at: readPlace(search),
  }
  const { show, rating, ...call } = toCall(query)
  if (show) {
    const reported = await api(calls.admin.reportedReviews, { query: toCall({ at: query.at }) })
    return { query, all: null, reported, open: reported.open }
  }
  const [all, { open }] = await Promise.all([
    api(calls.admin.reviews, { query: { ...call, ...(rating && { rating: Number(rating) }) } }),
    api(calls.admin.reportedReviews, { query: { limit: 1 } }),
  ])
  return { query, all, reported: null, open }
})

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const tab = 'inline-flex min-h-10 items-center rounded-md px-3.5 font-medium transition-colors'

export default function AdminReviewsPage({ loaderData: { query, all, reported, open } }: Route.ComponentProps) {
  const { t } = useLingui()
  const tabs = [
    { label: t`All reviews`, show: '' },
    { label: open === 0 ? t`Reported` : t`Reported (${{ count: formatCounted(open) }})`, show: 'reported' },
  ]
  return (
    <AdminFrame {...head}>
      <nav aria-label={t`Which reviews`} className="mb-5">
        <ul className="flex flex-wrap gap-1">
          {tabs.map(({ label, show }) => (
            <li key={show}>
              <Link
                to={`${paths.adminReviews}${searchOf({ show })}`}
                aria-current={query.show === show ? 'page' : undefined}
                className={cx(
                  tab,
                  query.show === show
                    ? 'bg-primary-soft text-on-primary-soft'
                    : 'text-muted hover:bg-tint hover:text-ink',
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {all && <AllReviews query={query} answer={all} />}
      {reported && (
        <ListFrame
          texts={reportedTexts}
          total={reported.total}
          path={`${paths.adminReviews}${searchOf({ show: 'reported' })}`}
          filled={reported.reviews.length > 0}
          pages={placesBeside(reported, (at) => `${paths.adminReviews}${searchOf({ show: 'reported', at })}`)}
          searched={false}
        >
          <ReportedList reviews={reported.reviews} />
        </ListFrame>
      )}
    </AdminFrame>
  )
}

function AllReviews({ query, answer }: { query: Query; answer: NonNullable<Data['all']> }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const show = (changes: Partial<Record<keyof Query, string>>) =>
    navigate({ search: searchOf({ ...query, ...changes, at: '' }) })
  return (
    <>
      <ListTools label={t`Search by text, course or author`} text={query.text} onSearch={(text) => show({ text })}>
        <Select
          aria-label={t`Stars`}
          value={query.rating}
          placeholder={t`All stars`}
          options={stars.map((value) => ({
            value,
            label: t`${plural({ count: Number(value) }, { one: '# star', other: '# stars' })}`,
          }))}
          onChange={({ target }) => show({ rating: target.value })}
        />
      </ListTools>
      <ListFrame
        texts={texts}
        total={answer.total}
        path={paths.adminReviews}
        filled={answer.reviews.length > 0}
        pages={placesBeside(answer, (at) => `${paths.adminReviews}${searchOf({ ...query, at })}`)}
        searched={query.text !== '' || query.rating !== ''}
      >
        <ReviewList reviews={answer.reviews} />
      </ListFrame>
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
