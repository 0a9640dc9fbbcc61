import type { SitePageKind, SitePageOrigin } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'

export type PublishedRow = {
  kind: SitePageKind
  language: string
  source: string
  number: number
  created_at: Date
  author: string | null
}

/** Returns the text that stands of each page, in each language in which one is published. */
export async function findPublished(on: Executor): Promise<PublishedRow[]> {
  const { rows } = await sql<PublishedRow>`
    select distinct on (versions.kind, versions.language) versions.kind, versions.language, versions.source,
      versions.number, versions.created_at, users.name as author
    from site_page_versions as versions left join users on users.id = versions.created_by
    where versions.origin = 'published'
    order by versions.kind, versions.language, versions.number desc`.execute(on)
  return rows
}

type Page = { kind: SitePageKind; language: string }

/** Locks all pages until the transaction ends. */
export const lockPages = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('site-pages'))`.execute(tx)

export type VersionRow = { id: string; number: number; origin: SitePageOrigin; digest: string; created_at: Date }

/** Returns the newest versions of a page, without their texts; the newest first. */
export const findVersions = (on: Executor, { kind, language }: Page, limit: number): Promise<VersionRow[]> =>
  on
    .selectFrom('site_page_versions')
    .select(['id', 'number', 'origin', 'digest', 'created_at'])
    .where('kind', '=', kind)
    .where('language', '=', language)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()

export const findVersion = (on: Executor, { kind, language, number }: Page & { number: number }) =>
  on
    .selectFrom('site_page_versions')
    .select(['number', 'body', 'origin', 'created_at'])
    .where('kind', '=', kind)
    .where('language', '=', language)
    .where('number', '=', number)
    .executeTakeFirst()

type NewVersion = Page & {
  origin: SitePageOrigin
  source: string
  body: string
  digest: string
  at: Date
  adminId: string | null
}

/** Keeps a text as the next version of its page and returns its id. The pages must be locked. */
export async function insertVersion(tx: Tx, { at, adminId, ...version }: NewVersion): Promise<string> {
  const [newest] = await findVersions(tx, version, 1)
  const id = newId()
  await tx
    .insertInto('site_page_versions')
    .values({ id, ...version, number: (newest?.number ?? 0) + 1, created_at: at, created_by: adminId })
    .execute()
  return id
}

/** Returns the id of the newest version of a page where it is the text with this digest. */
export async function findNewest(on: Executor, page: Page, digest: string): Promise<string | undefined> {
  const [newest] = await findVersions(on, page, 1)
  return newest?.digest === digest ? newest.id : undefined
}

/** Returns the id of the newest version of a page that is the text with this digest. */
export async function findSame(on: Executor, { kind, language }: Page, digest: string): Promise<string | undefined> {
  const same = await on
    .selectFrom('site_page_versions')
    .select('id')
    .where('kind', '=', kind)
    .where('language', '=', language)
    .where('digest', '=', digest)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return same?.id
}

type Consent = { userId: string; orderId: string | null; versionId: string; at: Date }

/** Keeps that someone agreed to a version; once for an account or an order. */
export const insertConsent = (tx: Tx, { userId, orderId, versionId, at }: Consent) =>
  tx
    .insertInto('consents')
    .values({ id: newId(), user_id: userId, order_id: orderId, version_id: versionId, given_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
