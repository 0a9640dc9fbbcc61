import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { SitePageKind, SitePageVersion, sitePageLength } from '../site-pages.ts'
import { Instant, LanguageTag, readVersion, requiredText, Version } from '../values/fields.ts'

/** Why there is a version: an admin published it, figures in it changed, or someone agreed to the default text. */
export const sitePageOrigins = ['published', 'figures', 'default'] as const
export type SitePageOrigin = (typeof sitePageOrigins)[number]

/** What an editor of a page needs: the text that stands, and what fills it. */
export const EditedSitePage = z.object({
  kind: SitePageKind,
  language: LanguageTag,
  /** the published text with its placeholders; the default text where none is published */
  source: z.string(),
  defaultSource: z.string(),
  /** of the default text; another one than `language` where there is none in it */
  defaultLanguage: LanguageTag,
  publishedAt: Instant.nullable(),
  publishedBy: z.string(),
  /** what placeholders mean; `mark` stands where `value` is "" */
  facts: z.array(z.object({ name: z.string(), label: z.string(), value: z.string(), mark: z.string() })),
  versions: z.array(SitePageVersion.extend({ origin: z.enum(sitePageOrigins) })),
  version: Version,
})
export type EditedSitePage = z.output<typeof EditedSitePage>

/** Steps before a site takes real money. */
export const setUpSteps = [
  'operator',
  'care',
  'grievance',
  'pages',
  'refunds',
  'tax',
  'payments',
  'mail',
  'address',
  'storeCopy',
] as const
export type SetUpStep = (typeof setUpSteps)[number]

const params = z.object({ kind: SitePageKind })

export const adminPages = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/site-pages',
    access: 'admin',
    summary: 'The pages that a shop must show, in each language: which are published, and what they lack',
    status: 200,
    reply: z.object({
      pages: z.array(
        z.object({
          kind: SitePageKind,
          language: LanguageTag,
          publishedAt: Instant.nullable(),
          /** language of the text that readers of this language see */
          shownIn: LanguageTag,
          /** what the text names and the settings lack */
          missing: z.array(z.string()),
        }),
      ),
    }),
    errors: [],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/admin/site-pages/:kind',
    access: 'admin',
    summary: 'A page for its editor',
    params,
    query: z.object({ language: LanguageTag }),
    status: 200,
    reply: EditedSitePage,
    errors: ['not_found'],
  }),
  publish: endpoint({
    method: 'POST',
    path: '/api/admin/site-pages/:kind',
    maxBodyBytes: 100 * 1024,
    access: 'admin',
    summary: 'Publish a text as the next version of a page; versions are kept and never change',
    params,
    body: z.object({ language: LanguageTag, source: requiredText(sitePageLength.source, 'A text'), ...readVersion }),
    status: 200,
    reply: z.object({ page: EditedSitePage, message: z.string() }),
    errors: ['not_found', 'changed_elsewhere', 'wrong_placeholder', 'rate_limited'],
  }),
  setUp: endpoint({
    method: 'GET',
    path: '/api/admin/set-up',
    access: 'admin',
    summary: 'What is missing before the site takes real money',
    status: 200,
    reply: z.object({
      steps: z.array(
        z.object({
          step: z.enum(setUpSteps),
          /** `missing`: before real money is taken; `advice`: it may stay so */
          state: z.enum(['done', 'missing', 'advice']),
          /** what exactly, as people read it */
          lacks: z.array(z.string()),
        }),
      ),
      /** payments are real */
      live: z.boolean(),
    }),
    errors: [],
  }),
}
