import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { CouponPages } from '#features/offers/coupon-pages.tsx'
import { browserApi } from '#lib/api.ts'
import { readPlace } from '#lib/list-place.ts'
import { adminPaths } from '#lib/work-paths.ts'
import type { Route } from './+types/coupons.ts'
import { AdminError } from './admin-error.tsx'

const head = {
  title: msg`Coupons`,
  text: msg`For the courses of all educators, and for bundles. They lower what educators earn, as each coupon does.`,
}

const load = guarded('admin', async ({ api, url }) => {
  const at = readPlace(url.searchParams)
  return { page: await api(calls.adminOffers.coupons, { query: at ? { cursor: at } : {} }) }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function AdminCouponsPage({ loaderData: { page } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <AdminFrame {...head}>
      <CouponPages
        page={page}
        find={(query) => browserApi(calls.admin.courses, { query: { ...query, state: 'published' } })}
        everything={t`Everything on the site`}
        path={adminPaths.coupons}
        create={(body) => browserApi(calls.adminOffers.createCoupon, { body })}
        disable={(couponId) => browserApi(calls.adminOffers.disableCoupon, { params: { couponId } })}
      />
    </AdminFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
