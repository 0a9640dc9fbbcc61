import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { Link, useNavigate } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { StorageMeter } from '#app/storage-meter.tsx'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { DiskNotice } from '#features/admin/disk-notice.tsx'
import { ListFrame, type ListTexts, ListTools } from '#features/admin/list-frame.tsx'
import { readText, searchOf, toCall } from '#features/admin/list-query.ts'
import { RecordingStorage, StorageList, StoreCheckResult } from '#features/admin/storage-list.tsx'
import { placesBeside, readPlace } from '#lib/list-place.ts'
import { adminPaths } from '#lib/work-paths.ts'
import { useFormatBytes } from '#ui/format-bytes.ts'
import { Card } from '#ui/layout/card.tsx'
import type { Route } from './+types/storage.ts'
import { AdminError } from './admin-error.tsx'

const head = { title: msg`Storage`, text: msg`What videos, streams and files take, and who has them.` }

const texts: ListTexts = {
  total: (total, shown) => msg`${plural(total, { one: `${shown} account`, other: `${shown} accounts` })}`,
  noneFound: msg`No accounts found`,
  none: msg`No accounts yet`,
  empty: msg`No one has stored anything yet.`,
  showAll: msg`Show all accounts`,
}

const load = guarded('admin', async ({ api, url: { searchParams: search } }) => {
  const query = { text: readText(search), at: readPlace(search) }
  return { query, answer: await api(calls.storage.site, { query: toCall(query) }) }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function AdminStoragePage({ loaderData: { query, answer } }: Route.ComponentProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const formatBytes = useFormatBytes()
  const { site, allowedEach, accounts, total, check, recordings, disk, waitForSpace } = answer
  return (
    <AdminFrame {...head}>
      <Card as="section" aria-labelledby="site-title" className="mb-6">
        <h2 id="site-title" className="mb-4 text-2xl">
          <Trans>The site</Trans>
        </h2>
        <StorageMeter {...site} />
        <DiskNotice disk={disk} waiting={waitForSpace} />
        <p className="mt-4 text-sm text-muted">
          <span>
            {`${allowedEach === null ? t`An account may take as much as it likes.` : t`An account may take ${{ size: formatBytes(allowedEach) }}.`} `}
          </span>
          <Link to={adminPaths.settings} className="py-1 font-medium text-link underline">
            <Trans>Change the limits</Trans>
          </Link>
        </p>
      </Card>
      <Card as="section" aria-labelledby="check-title" className="mb-8">
        <h2 id="check-title" className="mb-3 text-2xl">
          <Trans>Last check</Trans>
        </h2>
        <StoreCheckResult check={check} />
      </Card>
      {recordings && (
        <Card as="section" aria-labelledby="recordings-title" className="mb-8">
          <h2 id="recordings-title" className="mb-4 text-2xl">
            <Trans>Recordings of live sessions</Trans>
          </h2>
          <RecordingStorage recordings={recordings} />
        </Card>
      )}
      <ListTools
        label={t`Search by name or address`}
        text={query.text}
        onSearch={(text) => navigate({ search: searchOf({ text }) })}
      />
      <ListFrame
        texts={texts}
        total={total}
        path={adminPaths.storage}
        filled={accounts.length > 0}
        pages={placesBeside(answer, (at) => `${adminPaths.storage}${searchOf({ ...query, at })}`)}
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
