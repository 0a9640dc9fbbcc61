import { api, type ReplyOf, type SitePageKind } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { sitePagesOf } from './site-pages.ts'
import { findVersion, findVersions, type VersionRow } from './version-queries.ts'

/** Most versions that a page lists. */
const mostListed = 50

export const presentVersion = ({ number, created_at }: Pick<VersionRow, 'number' | 'created_at'>) => ({
  number,
  at: created_at.toISOString(),
})

type Wanted = {
  kind: SitePageKind
  number: number | undefined
  language: string
  /** the language of the version, whatever readers are shown at present */
  versionLanguage: string | undefined
}
type Reply = ReplyOf<typeof api.sitePages.read>

/** Returns a page for a reader, or an earlier version of it. Throws not_found. */
async function readPage(
  deps: Pick<FeatureDeps, 'db' | 'settings'>,
  { kind, number, language, versionLanguage }: Wanted,
): Promise<Reply> {
  const page = sitePagesOf(deps).render(kind, versionLanguage ?? language)
  if (number !== undefined && versionLanguage !== undefined && versionLanguage !== page.language)
    return readVersion(deps, { kind, number, language: versionLanguage })
  const rows = await findVersions(deps.db, page, mostListed)
  // not always the newest: someone may have agreed to an earlier text while this one was published
  const current = rows.find((row) => row.digest === page.digest)
  const shown = { kind, body: page.body, language: page.language, published: page.published !== undefined }
  const others = (but: number | undefined) => rows.filter((row) => row.number !== but).map(presentVersion)
  if (number === undefined || number === current?.number)
    return {
      ...shown,
      version: current ? presentVersion(current) : null,
      current: true,
      others: others(current?.number),
    }
  const earlier = await findVersion(deps.db, { kind, language: page.language, number })
  if (!earlier) throw new DomainError('not_found')
  return {
    ...shown,
    body: earlier.body,
    published: earlier.origin !== 'default',
    version: presentVersion(earlier),
    current: false,
    others: others(number),
  }
}

/** Returns a version in a language in which readers are shown no text at present. Throws not_found. */
async function readVersion(
  { db }: Pick<FeatureDeps, 'db'>,
  version: { kind: SitePageKind; number: number; language: string },
): Promise<Reply> {
  const { kind, number, language } = version
  const earlier = await findVersion(db, version)
  if (!earlier) throw new DomainError('not_found')
  const rows = await findVersions(db, version, mostListed)
  return {
    kind,
    language,
    body: earlier.body,
    published: earlier.origin !== 'default',
    version: presentVersion(earlier),
    current: false,
    others: rows.filter((row) => row.number !== number).map(presentVersion),
  }
}

/** Serves the pages that a shop must show. */
export function registerSitePages(routes: Routes, deps: Pick<FeatureDeps, 'db' | 'settings'>): void {
  serve(routes.public, api.sitePages.agreement)(async () => ({ agreement: sitePagesOf(deps).agreement() }))
  serve(
    routes.public,
    api.sitePages.read,
  )(({ params, query, say }) =>
    readPage(deps, {
      kind: params.kind,
      number: query.version,
      language: say.language,
      versionLanguage: query.language,
    }),
  )
}
