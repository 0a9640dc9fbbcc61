import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  type BulkAct,
  api as calls,
  type ReplyOf,
  type ReportedReview,
  type SavedFilter,
  type UndoableAct,
} from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { type ListTexts, ListTools } from '#features/admin/list-frame.tsx'
import { readChoice, readText, searchOf, toCall } from '#features/admin/list-query.ts'
import { ListTabs } from '#features/admin/list-tabs.tsx'
import { ManagedList } from '#features/admin/lists/managed-list.tsx'
import { useListChoices } from '#features/admin/lists/use-list-choices.ts'
import { ReportedList, ReviewList } from '#features/admin/review-list.tsx'
import { formatCounted, readPlace } from '#lib/list-place.ts'
import { adminPaths } from '#lib/work-paths.ts'
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
  filters: SavedFilter[]
  last: UndoableAct | null
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
  const lastAct = api(calls.bulk.last, { query: { list: 'reviews' } })
  if (show) {
    const [reported, { last }] = await Promise.all([
      api(calls.admin.reportedReviews, { query: toCall({ at: query.at }) }),
      lastAct,
    ])
    return { query: { ...query, text: '', rating: '' }, all: null, reported, open: reported.open, filters: [], last }
  }
  const [all, { open }, { filters }, { last }] = await Promise.all([
    api(calls.admin.reviews, { query: { ...call, ...(rating && { rating: Number(rating) }) } }),
    api(calls.admin.reportedReviews, { query: { limit: 1 } }),
    api(calls.savedFilters.list, { query: { list: 'reviews' } }),
    lastAct,
  ])
  return { query, all, reported: null, open, filters, last }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function AdminReviewsPage({ loaderData }: Route.ComponentProps) {
  const { query, all, reported, open, filters, last } = loaderData
  const { t } = useLingui()
  const tabs = [
    { label: t`All reviews`, show: '' },
    { label: open === 0 ? t`Reported` : t`Reported (${{ count: formatCounted(open) }})`, show: 'reported' },
  ]
  return (
    <AdminFrame {...head}>
      <ListTabs
        label={t`Which reviews`}
        tabs={tabs.map(({ label, show }) => ({
          label,
          to: `${adminPaths.reviews}${searchOf({ show })}`,
          current: query.show === show,
        }))}
      />
      {all && <AllReviews query={query} answer={all} filters={filters} last={last} />}
      {reported && <ReportedReviews query={query} answer={reported} last={last} />}
    </AdminFrame>
  )
}

/** Reviews with open reports can be kept, too. */
const reportedActs = ({ openReports }: ReportedReview): BulkAct[] => (openReports > 0 ? ['keep', 'remove'] : ['remove'])
const allActs = (): BulkAct[] => ['remove']

function ReportedReviews({ query, answer, last }: { query: Query; answer: Reported; last: UndoableAct | null }) {
  return (
    <ManagedList
      list="reviews"
      path={adminPaths.reviews}
      query={query}
      answer={answer}
      rows={answer.reviews}
      filters={null}
      csv={{ path: calls.listExports.reportedReviews.path, file: 'reported-reviews.csv' }}
      texts={reportedTexts}
      actsOf={reportedActs}
      acts={['keep', 'remove']}
      last={last}
    >
      {(selection) => <ReportedList reviews={answer.reviews} selection={selection} />}
    </ManagedList>
  )
}

type AllProps = {
  query: Query
  answer: NonNullable<Data['all']>
  filters: readonly SavedFilter[]
  last: UndoableAct | null
}

function AllReviews({ query, answer, filters, last }: AllProps) {
  const { t } = useLingui()
  const [chosen, show] = useListChoices(query)
  return (
    <>
      <ListTools
        label={t`Search by text, course or author`}
        text={chosen.text}
        onSearch={(text) => show({ text })}
        onEarly={show}
      >
        <Select
          name="rating"
          aria-label={t`Stars`}
          value={chosen.rating}
          placeholder={t`All stars`}
          options={stars.map((value) => ({
            value,
            label: t`${plural({ count: Number(value) }, { one: '# star', other: '# stars' })}`,
          }))}
          onChange={({ target }) => show({ rating: target.value })}
        />
      </ListTools>
      <ManagedList
        list="reviews"
        path={adminPaths.reviews}
        query={query}
        chosen={chosen.show === query.show ? chosen : query}
        answer={answer}
        rows={answer.reviews}
        filters={filters}
        csv={{ path: calls.listExports.reviews.path, file: 'reviews.csv' }}
        texts={texts}
        actsOf={allActs}
        acts={['remove']}
        last={last}
      >
        {(selection) => <ReviewList reviews={answer.reviews} selection={selection} />}
      </ManagedList>
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
