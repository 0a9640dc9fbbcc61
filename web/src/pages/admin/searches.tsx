import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { ListFrame, type ListTexts } from '#features/admin/list-frame.tsx'
import { readChoice, searchOf, toCall } from '#features/admin/list-query.ts'
import { ListTabs } from '#features/admin/list-tabs.tsx'
import { UnsureSearchList } from '#features/admin/unsure-search-list.tsx'
import { placesBeside, readPlace } from '#lib/list-place.ts'
import { adminPaths } from '#lib/work-paths.ts'
import type { Route } from './+types/searches.ts'
import { AdminError } from './admin-error.tsx'

const head = {
  title: msg`Searches`,
  text: msg`What people look for and the search is not sure of. It is counted without who asked, and shown when three have asked.`,
}

const texts: ListTexts = {
  total: (total, shown) => msg`${plural(total, { one: `${shown} question`, other: `${shown} questions` })}`,
  noneFound: msg`No questions found`,
  none: msg`No questions yet`,
  empty: msg`The search was sure of what it was asked for.`,
  showAll: msg`Show all questions`,
}

const load = guarded('admin', async ({ api, url: { searchParams: search } }) => {
  const query = { show: readChoice(search, 'show', ['ideas']), at: readPlace(search) }
  const state = query.show === 'ideas' ? ('idea' as const) : ('open' as const)
  return {
    query,
    state,
    answer: await api(calls.unsureSearches.list, { query: { ...toCall({ at: query.at }), state } }),
  }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function AdminSearchesPage({ loaderData: { query, state, answer } }: Route.ComponentProps) {
  const { t } = useLingui()
  const tabs = [
    { label: t`Without a sure answer`, show: '' },
    { label: t`Ideas for courses`, show: 'ideas' },
  ]
  return (
    <AdminFrame {...head}>
      <ListTabs
        label={t`Which questions`}
        tabs={tabs.map(({ label, show }) => ({
          label,
          to: `${adminPaths.searches}${searchOf({ show })}`,
          current: query.show === show,
        }))}
      />
      <ListFrame
        texts={texts}
        total={answer.total}
        path={`${adminPaths.searches}${searchOf({ show: query.show })}`}
        filled={answer.searches.length > 0}
        pages={placesBeside(answer, (at) => `${adminPaths.searches}${searchOf({ ...query, at })}`)}
        searched={false}
      >
        <UnsureSearchList searches={answer.searches} state={state} />
      </ListFrame>
    </AdminFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
