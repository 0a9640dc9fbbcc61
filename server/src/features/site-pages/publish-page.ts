import { msg } from '@lingui/core/runtime-macro'
import { type SitePageKind, type SiteSettings, sitePageKinds, sitePageLength } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import { requireVersion, versionOf } from '#core/read-version.ts'
import type { Tx } from '#core/transact.ts'
import { digestOf } from './rules.ts'
import { fillPage, renderPage } from './site-pages.ts'
import {
  findNewest,
  findPublished,
  findVersions,
  insertVersion,
  lockPages,
  type PublishedRow,
} from './version-queries.ts'

/** Most versions of a page in one language. */
const mostVersions = 1000

/** Version of what the editor of a page shows. */
export const editedVersion = (published: Pick<PublishedRow, 'number'> | undefined): string =>
  versionOf([published?.number ?? 0])

type Wanted = { kind: SitePageKind; language: string; source: string; version: string | undefined }
type Context = { settings: SiteSettings; publicUrl: string; adminId: string; at: Date }

/** Publishes a text. Returns false where it stands already. Throws wrong_placeholder, changed_elsewhere, invalid_input. */
export async function publishPage(
  tx: Tx,
  { kind, language, source, version }: Wanted,
  context: Context,
): Promise<boolean> {
  const { text: body, unknown } = fillPage(context.settings, context.publicUrl, language, source)
  const [name] = unknown
  if (name !== undefined)
    throw new DomainError('wrong_placeholder', msg`The site does not know ${{ name: `{${name}}` }}`)
  if (body.length > sitePageLength.body)
    throw new DomainError('invalid_input', msg`This text is too long with its figures`)
  await lockPages(tx)
  const present = (await findPublished(tx)).find((row) => row.kind === kind && row.language === language)
  requireVersion(version, editedVersion(present))
  if (present?.source === source) return false
  const [newest] = await findVersions(tx, { kind, language }, 1)
  if ((newest?.number ?? 0) >= mostVersions)
    throw new DomainError('rate_limited', msg`This page has ${{ count: mostVersions }} versions, which is the most`)
  const digest = digestOf(kind, language, body)
  const { at, adminId } = context
  await insertVersion(tx, { kind, language, origin: 'published', source, body, digest, at, adminId })
  return true
}

/** Keeps the next version of each published page in which changed settings change a figure or a name. */
export async function keepChangedPages(tx: Tx, { settings, publicUrl, adminId, at }: Context): Promise<void> {
  const published = await findPublished(tx)
  if (published.length === 0) return
  await lockPages(tx)
  for (const { language, source, kind } of published) {
    if (!sitePageKinds.includes(kind)) continue
    const { body, digest } = renderPage({ settings, publicUrl, published }, kind, language)
    if (await findNewest(tx, { kind, language }, digest)) continue
    await insertVersion(tx, { kind, language, origin: 'figures', source, body, digest, at, adminId })
  }
}
