import { msg } from '@lingui/core/runtime-macro'
import { type AdminBundle, api, isolate, type QueryOf } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { CurrentUser } from '#core/current-user.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Keyed, keysetSql, newestFirst, type Page } from '#core/keyset.ts'
import { transact } from '#core/transact.ts'
import { type Routes, serve } from '#http/serve.ts'
import { findUsersNamed, likeText, rupeesOf } from '../../courses/index.ts'
import { removeAnyBundle } from '../../offers/index.ts'
import { writeAudit } from '../audit-queries.ts'

type Row = {
  id: string
  title: string
  price_paise: number
  is_published: boolean
  created_at: Date
  educator_name: string | null
  courses: number
}

const order = newestFirst('bundles')

/** A page of the bundles of everyone, newest first. */
async function findBundles(on: Executor, query: QueryOf<typeof api.adminOffers.bundles>): Promise<Page<Row>> {
  const { within, key, tail, pageOf } = keysetSql(order, query)
  const named = query.text
    ? sql`and (bundles.title ilike ${likeText(query.text)}
        or ${(await findUsersNamed(on, query.text)).include(sql`bundles.educator_id`)})`
    : sql``
  const { rows } = await sql<Row & Keyed>`
    select bundles.id, bundles.title, bundles.price_paise, bundles.is_published, bundles.created_at,
      users.name as educator_name,
      (select count(*)::int from bundle_courses where bundle_courses.bundle_id = bundles.id) as courses, ${key}
    from bundles left join users on users.id = bundles.educator_id
    where bundles.removed_at is null ${named} and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

const present = (row: Row): AdminBundle => ({
  _id: row.id,
  title: row.title,
  price: rupeesOf(row.price_paise),
  isPublished: row.is_published,
  educatorName: row.educator_name ?? '',
  courses: row.courses,
  createdAt: row.created_at.toISOString(),
})

/** Removes a bundle of anyone. Throws not_found. */
async function removeBundle(
  deps: Pick<FeatureDeps, 'db' | 'clock'>,
  admin: CurrentUser,
  bundleId: string,
  reason: string,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    const subject = await removeAnyBundle(deps, tx, bundleId)
    const about = { kind: 'bundle', subjectId: bundleId, subject } as const
    await writeAudit(deps, tx, {
      action: 'bundle-removed',
      adminId: admin.id,
      ...about,
      detail: `Bundle removed: ${isolate(reason)}`,
    })
  })
}

/** Endpoints with which admins see and remove bundles. */
export function registerBundleRoutes(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.admin,
    api.adminOffers.bundles,
  )(async ({ query }) => {
    const { rows, ...beside } = await findBundles(deps.db, query)
    return { bundles: rows.map(present), ...beside }
  })
  serve(
    routes.admin,
    api.adminOffers.removeBundle,
  )(async ({ params, body, say, viewer }) => {
    await removeBundle(deps, viewer, params.bundleId, body.reason)
    return { message: say(msg`Bundle removed`) }
  })
}
