import { api as calls } from '@virtual-courses/contract'
import { Link, useNavigate } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { StorageMeter } from '#app/storage-meter.tsx'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { ListFrame, ListTools } from '#features/admin/list-frame.tsx'
import { readText, searchOf, toCall } from '#features/admin/list-query.ts'
import { StorageList, StoreCheckResult } from '#features/admin/storage-list.tsx'
import { placesBeside, readPlace } from '#lib/list-place.ts'
import { paths } from '#lib/paths.ts'
import { useFormatBytes } from '#ui/format-bytes.ts'
import { Card } from '#ui/layout/card.tsx'
import type { Route } from './+types/storage.ts'
import { AdminError } from './admin-error.tsx'

const head = { title: 'Storage', text: 'What videos, streams and files take, and who has them.' }

const load = guarded('admin', async ({ api, url: { searchParams: search } }) => {
  const query = { text: readText(search), at: readPlace(search) }
  return { query, answer: await api(calls.storage.site, { query: toCall(query) }) }
})

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function AdminStoragePage({ loaderData: { query, answer } }: Route.ComponentProps) {
  const formatBytes = useFormatBytes()
  const navigate = useNavigate()
  const { site, allowedEach, accounts, total, check } = answer
  return (
    <AdminFrame {...head}>
      <Card as="section" aria-labelledby="site-title" className="mb-6">
        <h2 id="site-title" className="mb-4 text-2xl">
          The site
        </h2>
        <StorageMeter {...site} />
        <p className="mt-4 text-sm text-muted">
          <span>
            {allowedEach === null
              ? 'An account may take as much as it likes. '
              : `An account may take ${formatBytes(allowedEach)}. `}
          </span>
          <Link to={paths.adminSettings} className="font-medium text-link underline">
            Change the limits
          </Link>
        </p>
      </Card>
      <Card as="section" aria-labelledby="check-title" className="mb-8">
        <h2 id="check-title" className="mb-3 text-2xl">
          Last check
        </h2>
        <StoreCheckResult check={check} />
      </Card>
      <ListTools
        label="Search by name or address"
        text={query.text}
        onSearch={(text) => navigate({ search: searchOf({ text }) })}
      />
      <ListFrame
        noun={{ one: 'account', many: 'accounts' }}
        total={total}
        path={paths.adminStorage}
        filled={accounts.length > 0}
        pages={placesBeside(answer, (at) => `${paths.adminStorage}${searchOf({ ...query, at })}`)}
        emptyText="No one has stored anything yet."
        searched={query.text !== ''}
      >
        <StorageList accounts={accounts} allowed={allowedEach} />
      </ListFrame>
    </AdminFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
