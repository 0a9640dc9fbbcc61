import { msg } from '@lingui/core/runtime-macro'
import { api, type EditedSitePage, type SitePageKind, sitePageKinds } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { isOffered, languageTags, type Say } from '#core/languages/language.ts'
import { transact } from '#core/transact.ts'
import { type Routes, serve } from '#http/serve.ts'
import {
  defaultOf,
  editedVersion,
  factLabels,
  factsOf,
  findVersions,
  markOf,
  presentVersion,
  publishPage,
  sitePagesOf,
} from '../../site-pages/index.ts'
import { writeAudit } from '../audit-queries.ts'
import { readSetUp } from './set-up.ts'

/** Most versions that an editor lists. */
const mostListed = 50

/** Returns a page for its editor. Throws not_found for a language that the site does not have. */
async function readEdited(deps: FeatureDeps, kind: SitePageKind, language: string, say: Say): Promise<EditedSitePage> {
  if (!isOffered(language)) throw new DomainError('not_found')
  const published = sitePagesOf(deps).published(kind, language)
  const byDefault = defaultOf(kind, language)
  const facts = factsOf(deps.settings.current(), deps.config.publicUrl)
  const versions = await findVersions(deps.db, { kind, language }, mostListed)
  return {
    kind,
    language,
    source: published?.source ?? byDefault.source,
    defaultSource: byDefault.source,
    defaultLanguage: byDefault.language,
    publishedAt: published?.created_at.toISOString() ?? null,
    publishedBy: published?.author ?? '',
    facts: Object.entries(factLabels).map(([name, label]) => ({
      name,
      label: say(label),
      value: facts[name as keyof typeof factLabels], // the keys of a literal object
      mark: markOf(language, name),
    })),
    versions: versions.map((row) => ({ ...presentVersion(row), origin: row.origin })),
    version: editedVersion(published),
  }
}

/** Registers the endpoints with which admins edit the pages that a shop must show, and the list of what is missing. */
export function registerPageRoutes(routes: Routes, deps: FeatureDeps): void {
  const { settings, config, clock } = deps
  serve(routes.admin, api.adminPages.setUp)(({ say }) => readSetUp(deps, say))
  serve(
    routes.admin,
    api.adminPages.list,
  )(async ({ say }) => {
    const pages = sitePagesOf(deps)
    const entry = (kind: SitePageKind, language: string) => {
      const shown = pages.render(kind, language)
      return {
        kind,
        language,
        publishedAt: pages.published(kind, language)?.created_at.toISOString() ?? null,
        shownIn: shown.language,
        missing: shown.missing.map((name) => say(factLabels[name])),
      }
    }
    return { pages: sitePageKinds.flatMap((kind) => languageTags.map((language) => entry(kind, language))) }
  })
  serve(
    routes.admin,
    api.adminPages.read,
  )(({ params, query, say }) => readEdited(deps, params.kind, query.language, say))
  serve(
    routes.admin,
    api.adminPages.publish,
  )(async ({ params: { kind }, body: { language, source, version }, say, viewer }) => {
    if (!isOffered(language)) throw new DomainError('not_found')
    await deps.limits.pageEdits.consume(viewer.id)
    const at = clock.now()
    const done = await transact(deps.db, async (tx) => {
      const context = { settings: await settings.lock(tx), publicUrl: config.publicUrl, adminId: viewer.id, at }
      if (!(await publishPage(tx, { kind, language, source, version }, context))) return false
      const detail = `Published the page /${kind} (${language}).`
      await writeAudit(deps, tx, {
        action: 'page-published',
        adminId: viewer.id,
        kind: 'page',
        subjectId: kind,
        detail,
      })
      tx.invalidate('settings')
      return true
    })
    await sitePagesOf(deps).reload()
    const message = say(done ? msg`Page published` : msg`Nothing has changed`)
    return { page: await readEdited(deps, kind, language, say), message }
  })
}
