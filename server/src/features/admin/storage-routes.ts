import { api } from '@virtual-courses/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { countUpTo, type Keyed, keysetSql, type Order, type Page, type PageQuery } from '#core/keyset.ts'
import { type Routes, serve } from '#http/serve.ts'
import { likeText } from '../courses/index.ts'
import { measureRecordings } from '../live/index.ts'
import {
  countWaitingForSpace,
  findStorageTotal,
  findStoreCheck,
  type StorageKind,
  storageLimits,
  toStorageUse,
} from '../media/index.ts'
import { measureDisk } from './disk-state.ts'

type AccountRow = { id: string; name: string; email: string } & Record<StorageKind, string>

const largestFirst: Order = {
  direction: 'desc',
  keys: [
    ['storage_usage.total', 'long'],
    ['storage_usage.owner_id', 'text'],
  ],
}

const accountsOf = (text: string | undefined): RawBuilder<unknown> => sql`
  storage_usage join users on users.id = storage_usage.owner_id
  where storage_usage.total > 0
    and ${text ? sql`(users.name ilike ${likeText(text)} or users.email ilike ${likeText(text)})` : sql`true`}`

async function findAccounts(
  on: Executor,
  query: PageQuery & { text?: string | undefined },
): Promise<Page<AccountRow & Keyed>> {
  const { within, key, tail, pageOf } = keysetSql(largestFirst, query)
  const { rows } = await sql<AccountRow & Keyed>`
    select users.id, users.name, users.email, videos, streams, files, images, unfinished, texts, ${key}
    from ${accountsOf(query.text)} and ${within} ${tail}`.execute(on)
  return pageOf(rows)
}

/** The endpoint with which admins see what the media store has. */
export function registerStorage(routes: Routes, deps: FeatureDeps): void {
  const { db, settings } = deps
  serve(
    routes.admin,
    api.storage.site,
  )(async ({ query }) => {
    const limits = storageLimits(settings.current())
    const [{ rows, ...beside }, total, use, { last }, recordings, disk, waitForSpace] = await Promise.all([
      findAccounts(db, query),
      countUpTo(db, accountsOf(query.text)),
      findStorageTotal(db),
      findStoreCheck(db),
      measureRecordings(deps),
      measureDisk(deps),
      countWaitingForSpace(db),
    ])
    return {
      site: { use, allowed: limits.site },
      allowedEach: limits.account,
      accounts: rows.map(({ id, name, email, ...bytes }) => ({ _id: id, name, email, use: toStorageUse(bytes) })),
      total,
      ...beside,
      check: last,
      recordings,
      disk,
      waitForSpace,
    }
  })
}
