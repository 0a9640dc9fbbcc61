import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { CouponPages } from '#features/offers/coupon-pages.tsx'
import { OfferTabs } from '#features/offers/offer-tabs.tsx'
import { browserApi } from '#lib/api.ts'
import { readPlace } from '#lib/list-place.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import type { Route } from './+types/coupons.ts'
import { StudioError } from './studio-error.tsx'

const title = msg`Coupons`

const load = guarded('educator', async ({ api, url }) => {
  const at = readPlace(url.searchParams)
  return { page: await api(calls.ownOffers.coupons, { query: at ? { cursor: at } : {} }) }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function CouponsPage({ loaderData: { page } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <Container>
      <PageMeta title={t(title)} />
      <PageHeader title={t(title)} text={t`For your own courses. Students enter the code, or follow its link.`} />
      <OfferTabs />
      <CouponPages
        page={page}
        find={(query) => browserApi(calls.ownOffers.courses, { query })}
        everything={t`All my courses`}
        path={studioPaths.coupons}
        create={(body) => browserApi(calls.ownOffers.createCoupon, { body })}
        disable={(couponId) => browserApi(calls.ownOffers.disableCoupon, { params: { couponId } })}
      />
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t(title)} back={paths.dashboard} />
}
