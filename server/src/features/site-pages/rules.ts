import { createHash } from 'node:crypto'
import type { SitePageKind } from '@virtual-courses/contract'

type Choice = {
  /** of the reader */
  language: string
  siteLanguage: string
  /** languages in which the page is published, and those with a default text; English is among the latter */
  published: readonly string[]
  defaults: readonly string[]
}

/**
 * Decides in which language a reader sees a page. A published text always goes before a default one, which could contradict it: in the reader's language,
 * else the site's, English, or the first that there is.
 */
export function chooseLanguage({ language, siteLanguage, published, defaults }: Choice): string {
  const among = published.length > 0 ? published : defaults
  return [language, siteLanguage, 'en'].find((tag) => among.includes(tag)) ?? among[0] ?? 'en'
}

/** Identifies what readers of a page saw. */
export const digestOf = (kind: SitePageKind, language: string, body: string): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, language, body]))
    .digest('base64url')
    .slice(0, 22)
