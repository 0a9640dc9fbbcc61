import { msg } from '@lingui/core/runtime-macro'
import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import {
  createBundle,
  editBundle,
  getBundle,
  getOwnBundle,
  listBundlesOf,
  listOwnBundles,
  removeBundle,
} from './bundles.ts'
import { createOwnCoupon, disableOwnCoupon, listCoupons } from './coupons.ts'
import { listOwnCourses } from './own-courses.ts'
import { quote } from './quote.ts'
import { endSale, getSale, setSale } from './sales.ts'

/** Serves the endpoints of coupons, bundles and sale prices. Those of the site's coupons belong to the admin pages. */
export function registerOffers(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.public,
    api.offers.quote,
  )(({ query, viewer, client, say }) => quote(deps, { client, viewer }, query, say))
  serve(routes.educator, api.ownOffers.courses)(({ query, viewer }) => listOwnCourses(deps, viewer.id, query))
  serve(routes.educator, api.ownOffers.coupons)(({ query, viewer }) => listCoupons(deps, viewer.id, query))
  serve(
    routes.educator,
    api.ownOffers.createCoupon,
  )(({ body, viewer, client }) => createOwnCoupon(deps, { client, viewer }, body))
  serve(
    routes.educator,
    api.ownOffers.disableCoupon,
  )(({ params, viewer }) => disableOwnCoupon(deps, viewer.id, params.couponId))

  serve(routes.educator, api.ownOffers.ownBundles)(({ query, viewer }) => listOwnBundles(deps, viewer.id, query))
  serve(
    routes.educator,
    api.ownOffers.ownBundle,
  )(({ params, viewer }) => getOwnBundle(deps, viewer.id, params.bundleId))
  serve(routes.educator, api.ownOffers.createBundle)(({ body, viewer }) => createBundle(deps, viewer.id, body))
  serve(
    routes.educator,
    api.ownOffers.editBundle,
  )(({ params, body, viewer }) => editBundle(deps, viewer.id, params.bundleId, body))
  serve(
    routes.educator,
    api.ownOffers.removeBundle,
  )(async ({ params, viewer, say }) => {
    await removeBundle(deps, viewer.id, params.bundleId)
    return { message: say(msg`Bundle removed`) }
  })
  serve(routes.public, api.offers.bundle)(({ params, viewer }) => getBundle(deps, params.bundleId, viewer))
  serve(
    routes.public,
    api.offers.bundlesOf,
  )(async ({ params }) => ({ bundles: await listBundlesOf(deps, params.courseId) }))

  serve(routes.educator, api.ownOffers.sale)(async ({ params, viewer }) => getSale(deps, viewer.id, params.courseId))
  serve(
    routes.educator,
    api.ownOffers.setSale,
  )(async ({ params, body, viewer }) => setSale(deps, viewer, params.courseId, body))
  serve(
    routes.educator,
    api.ownOffers.endSale,
  )(async ({ params, query, viewer, say }) => {
    const ended = await endSale(deps, viewer, params.courseId, query.version)
    return { message: say(ended ? msg`Sale ended` : msg`This course is not on sale`) }
  })
}
