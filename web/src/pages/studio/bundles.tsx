import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type OwnBundle } from '@virtual-courses/contract'
import { Layers, Plus } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { BundleForm } from '#features/offers/bundle-form.tsx'
import { BundleList } from '#features/offers/bundle-list.tsx'
import { OfferTabs } from '#features/offers/offer-tabs.tsx'
import { browserApi } from '#lib/api.ts'
import { placeName, placesBeside, readPlace } from '#lib/list-place.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { Pagination } from '#ui/layout/pagination.tsx'
import { toast } from '#ui/overlays/toast.ts'
import type { Route } from './+types/bundles.ts'
import { StudioError } from './studio-error.tsx'

const title = msg`Bundles`

const load = guarded('educator', async ({ api, url }) => {
  const at = readPlace(url.searchParams)
  const [page, { courses }] = await Promise.all([
    api(calls.ownOffers.ownBundles, { query: at ? { cursor: at } : {} }),
    api(calls.ownOffers.courses, { query: { limit: 2 } }),
  ])
  return { page, enough: courses.length > 1 }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function BundlesPage({ loaderData: { page, enough } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const [edited, setEdited] = useState<OwnBundle | 'new' | null>(null)
  const bundle = edited === 'new' ? null : edited
  const create = edited === null && enough && (
    <Button variant="accent" icon={<Plus aria-hidden="true" className="size-5" />} onClick={() => setEdited('new')}>
      <Trans>New bundle</Trans>
    </Button>
  )

  async function remove({ _id }: OwnBundle) {
    try {
      const { message } = await browserApi(calls.ownOffers.removeBundle, { params: { bundleId: _id } })
      toast.success(message)
      await revalidate()
    } catch (error) {
      toast.error(failureOf(error, t`Something went wrong`))
    }
  }

  return (
    <Container>
      <PageMeta title={t(title)} />
      <PageHeader
        title={t(title)}
        text={t`Several of your courses at one price, below what they cost alone.`}
        actions={page.bundles.length > 0 && create}
      />
      <OfferTabs />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {edited !== null && (
          <BundleForm
            key={bundle?._id ?? 'new'}
            bundle={bundle}
            find={(query) => browserApi(calls.ownOffers.courses, { query })}
            onEnd={() => setEdited(null)}
          />
        )}
        {page.bundles.length > 0 ? (
          <BundleList bundles={page.bundles} onEdit={setEdited} onRemove={remove} />
        ) : (
          edited === null && (
            <Card>
              <EmptyState
                as="h2"
                icon={<Layers />}
                title={t`No bundles yet`}
                text={
                  enough
                    ? t`Students who want several of your courses can buy them together for less.`
                    : t`A bundle needs at least 2 courses.`
                }
                action={create}
              />
            </Card>
          )
        )}
      </div>
      <div className="mt-8">
        <Pagination {...placesBeside(page, (at) => `${studioPaths.bundles}?${placeName}=${at}`)} />
      </div>
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t(title)} back={paths.dashboard} />
}
