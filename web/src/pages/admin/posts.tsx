import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { useNavigate } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { ListFrame, type ListTexts, ListTools } from '#features/admin/list-frame.tsx'
import { readChoice, readText, searchOf, toCall } from '#features/admin/list-query.ts'
import { ListTabs } from '#features/admin/list-tabs.tsx'
import { PostList } from '#features/admin/post-list.tsx'
import { formatCounted, placesBeside, readPlace } from '#lib/list-place.ts'
import { adminPaths } from '#lib/work-paths.ts'
import type { Route } from './+types/posts.ts'
import { AdminError } from './admin-error.tsx'

const head = {
  title: msg`Questions, answers and announcements`,
  text: msg`Read what users report, and hide what breaks the rules.`,
}

const texts: ListTexts = {
  total: (total, shown) => msg`${plural(total, { one: `${shown} entry`, other: `${shown} entries` })}`,
  noneFound: msg`No questions, answers or announcements found`,
  none: msg`Nothing here yet`,
  empty: msg`Students ask beside the player, and educators announce. What they write appears here.`,
  showAll: msg`Show everything`,
}

const load = guarded('admin', async ({ api, url: { searchParams: search } }) => {
  const query = {
    show: readChoice(search, 'show', ['reported', 'hidden']),
    text: readText(search),
    at: readPlace(search),
  }
  const { show, ...call } = toCall(query)
  return { query, answer: await api(calls.adminPosts.list, { query: { ...call, ...(show && { show }) } }) }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function AdminPostsPage({ loaderData: { query, answer } }: Route.ComponentProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { open } = answer
  const tabs = [
    { label: t`All`, show: '' },
    { label: open === 0 ? t`Reported` : t`Reported (${{ count: formatCounted(open) }})`, show: 'reported' },
    { label: t`Hidden`, show: 'hidden' },
  ]
  return (
    <AdminFrame {...head}>
      <ListTabs
        label={t`Which questions, answers and announcements`}
        tabs={tabs.map(({ label, show }) => ({
          label,
          to: `${adminPaths.posts}${searchOf({ show })}`,
          current: query.show === show,
        }))}
      />
      <ListTools
        label={t`Search by text, course or author`}
        text={query.text}
        onSearch={(text) => navigate({ search: searchOf({ ...query, text, at: '' }) })}
      />
      <ListFrame
        texts={texts}
        total={answer.total}
        path={`${adminPaths.posts}${searchOf({ show: query.show })}`}
        filled={answer.posts.length > 0}
        pages={placesBeside(answer, (at) => `${adminPaths.posts}${searchOf({ ...query, at })}`)}
        searched={query.text !== ''}
      >
        <PostList posts={answer.posts} />
      </ListFrame>
    </AdminFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
