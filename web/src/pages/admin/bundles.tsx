import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { Layers } from 'lucide-react'
import { useNavigate } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { BundleModeration } from '#features/admin/bundle-moderation.tsx'
import { ListTools } from '#features/admin/list-frame.tsx'
import { readText, searchOf, toCall } from '#features/admin/list-query.ts'
import { placesBeside, readPlace } from '#lib/list-place.ts'
import { adminPaths } from '#lib/work-paths.ts'
import { Card } from '#ui/layout/card.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Pagination } from '#ui/layout/pagination.tsx'
import type { Route } from './+types/bundles.ts'
import { AdminError } from './admin-error.tsx'

const head = { title: msg`Bundles`, text: msg`What educators sell together. Remove what should not be sold.` }

const load = guarded('admin', async ({ api, url: { searchParams: search } }) => {
  const query = { text: readText(search), at: readPlace(search) }
  return { query, answer: await api(calls.adminOffers.bundles, { query: toCall(query) }) }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function AdminBundlesPage({ loaderData: { query, answer } }: Route.ComponentProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <AdminFrame {...head}>
      <ListTools
        label={t`Search by title or educator`}
        text={query.text}
        onSearch={(text) => navigate({ search: searchOf({ text, at: '' }) })}
      >
        {null}
      </ListTools>
      {answer.bundles.length > 0 ? (
        <BundleModeration bundles={answer.bundles} />
      ) : (
        <Card>
          <EmptyState
            as="h2"
            icon={<Layers />}
            title={query.text === '' ? t`No bundles yet` : t`No bundle found`}
            text={query.text === '' ? t`No educator has made a bundle.` : t`Try other words.`}
          />
        </Card>
      )}
      <div className="mt-6">
        <Pagination {...placesBeside(answer, (at) => `${adminPaths.bundles}${searchOf({ ...query, at })}`)} />
      </div>
    </AdminFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
