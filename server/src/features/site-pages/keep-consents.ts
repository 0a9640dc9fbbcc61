import { agreedPages, type SitePageKind } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Tx } from '#core/transact.ts'
import { type RenderedPage, sitePagesOf } from './site-pages.ts'
import { findSame, insertConsent, insertVersion, lockPages } from './version-queries.ts'

/** What someone agreed to by pressing a button: texts as they were shown in their language. */
export type Agreement = readonly RenderedPage[]

/**
 * Returns the texts that a request agrees to; none for older clients, which name no version. Throws terms_changed where the texts that were
 * shown are not the present ones. Call it before the transaction that keeps them.
 */
export async function readAgreement(
  deps: Pick<FeatureDeps, 'settings'>,
  to: keyof typeof agreedPages,
  agreed: string | undefined,
  language: string,
): Promise<Agreement> {
  if (agreed === undefined) return []
  const pages = sitePagesOf(deps)
  if (agreed !== pages.agreement()) {
    // another process may have shown a newer text than this one knows
    await pages.catchUp()
    if (agreed !== pages.agreement()) throw new DomainError('terms_changed')
  }
  const kinds: readonly SitePageKind[] = agreedPages[to]
  return kinds.map((kind) => pages.render(kind, language))
}

type Subject = { userId: string; orderId: string | null; at: Date }

/** Returns the id of the kept version of a text, which is kept now where no one has seen to it. */
async function keepVersion(tx: Tx, page: RenderedPage, at: Date): Promise<string> {
  const { kind, language, source, body, digest } = page
  // a newer text may have been published since this one was shown: it stays the newest
  const known = await findSame(tx, page, digest)
  if (known !== undefined) return known
  await lockPages(tx)
  const origin = page.published ? 'figures' : 'default'
  return (
    (await findSame(tx, page, digest)) ??
    insertVersion(tx, { kind, language, origin, source, body, digest, at, adminId: null })
  )
}

/** Keeps to which versions the owner of an account, or the buyer of an order, agreed. */
export async function keepConsents(tx: Tx, agreement: Agreement, { userId, orderId, at }: Subject): Promise<void> {
  for (const page of agreement)
    await insertConsent(tx, { userId, orderId, versionId: await keepVersion(tx, page, at), at })
}
