import { api as calls } from '@virtual-courses/contract'
import { useNavigate } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { ListFrame, ListTools } from '#features/admin/list-frame.tsx'
import { readChoice, readText, searchOf, toCall } from '#features/admin/list-query.ts'
import { ReviewList } from '#features/admin/review-list.tsx'
import { placesBeside, readPlace } from '#lib/list-place.ts'
import { paths } from '#lib/paths.ts'
import { Select } from '#ui/select.tsx'
import type { Route } from './+types/reviews.ts'
import { AdminError } from './admin-error.tsx'

const head = { title: 'Review Management', text: 'Find reviews and remove those that break the rules.' }
const stars = ['1', '2', '3', '4', '5'] as const

const load = guarded('admin', async ({ api, url }) => {
  const search = url.searchParams
  const query = { text: readText(search), rating: readChoice(search, 'rating', stars), at: readPlace(search) }
  const { rating, ...call } = toCall(query)
  return {
    query,
    answer: await api(calls.admin.reviews, { query: { ...call, ...(rating && { rating: Number(rating) }) } }),
  }
})

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function AdminReviewsPage({ loaderData: { query, answer } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const show = (changes: Partial<Record<keyof typeof query, string>>) =>
    navigate({ search: searchOf({ ...query, ...changes, at: '' }) })
  return (
    <AdminFrame {...head}>
      <ListTools label="Search by text, course or author" text={query.text} onSearch={(text) => show({ text })}>
        <Select
          aria-label="Stars"
          value={query.rating}
          placeholder="All stars"
          options={stars.map((value) => ({ value, label: value === '1' ? '1 star' : `${value} stars` }))}
          onChange={({ target }) => show({ rating: target.value })}
        />
      </ListTools>
      <ListFrame
        noun={{ one: 'review', many: 'reviews' }}
        total={answer.total}
        path={paths.adminReviews}
        filled={answer.reviews.length > 0}
        pages={placesBeside(answer, (at) => `${paths.adminReviews}${searchOf({ ...query, at })}`)}
        emptyText="Enrolled students can review courses. Their reviews will appear here."
        searched={query.text !== '' || query.rating !== ''}
      >
        <ReviewList reviews={answer.reviews} />
      </ListFrame>
    </AdminFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
