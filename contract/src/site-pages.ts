import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Instant, LanguageTag, Version } from './values/fields.ts'

/** The pages that a shop must show, in the order of the footer. Each is at the address of its name: `/terms`. */
export const sitePageKinds = ['about', 'contact', 'terms', 'privacy', 'refunds', 'grievance'] as const
export const SitePageKind = z.enum(sitePageKinds)
export type SitePageKind = z.output<typeof SitePageKind>

export const sitePagePath = (kind: SitePageKind): string => `/${kind}`

/** What people agree to when they open an account, and when they buy. */
export const agreedPages = { account: ['terms', 'privacy'], order: ['terms', 'refunds'] } as const satisfies Record<
  string,
  readonly SitePageKind[]
>

/**
 * The version of all texts that people agree to, as the page showed it, in bodies of calls that open an account or an order. The call fails
 * with `terms_changed` where it is not the present one. Without it (older clients) the call works, and no consent is kept.
 */
export const agreement = { agreed: Version.optional() }

/** Longest text of a page as an admin writes it, and with the values of its placeholders; in UTF-16 units. */
export const sitePageLength = { source: 30_000, body: 60_000 } as const

/** A kept version of a page. */
export const SitePageVersion = z.object({ number: z.number().int(), at: Instant })

export const sitePages = {
  agreement: endpoint({
    method: 'GET',
    path: '/api/site-pages/agreement',
    access: 'public',
    summary: 'The version of the texts that people agree to at sign-up and at the checkout',
    status: 200,
    reply: z.object({ agreement: Version }),
    errors: [],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/site-pages/:kind',
    access: 'public',
    summary: 'One of the pages that a shop must show, in the language of the reader or the nearest that there is',
    params: z.object({ kind: SitePageKind }),
    query: z.object({
      /** an earlier version */
      version: z.coerce.number().int().min(1).max(100_000).optional(),
      /** of the version; that of the reader without it */
      language: LanguageTag.optional(),
    }),
    status: 200,
    reply: z.object({
      kind: SitePageKind,
      /** Markdown */
      body: z.string(),
      /** of the text */
      language: LanguageTag,
      /** false for a default text that the operator has not published */
      published: z.boolean(),
      /** of the text that is shown; null for one that no one has published or agreed to yet */
      version: SitePageVersion.nullable(),
      /** the newest version is shown */
      current: z.boolean(),
      /** other versions in this language, the newest first */
      others: z.array(SitePageVersion),
    }),
    errors: ['not_found'],
  }),
}
