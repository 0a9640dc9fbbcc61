import type { SiteSettings } from './admin/site-settings.ts'
import type { Fetch } from './client.ts'

/** A language that readers can choose. */
export type OfferedLanguage = {
  /** BCP 47, such as `hi` */
  tag: string
  /** in the language itself: हिन्दी */
  name: string
  dir: 'ltr' | 'rtl'
  /** false while sentences of it are missing, which are shown in English */
  whole: boolean
}

/** Public part of settings and configuration, which every page carries. */
export type PublicSettings = Pick<
  SiteSettings,
  'siteName' | 'supportAddress' | 'storeCopy' | 'language' | 'refundDays' | 'refundWatchedPercent'
> & {
  /** the seller has a GSTIN: tax is in the prices */
  taxIncluded: boolean
  /** visitors and search engines can read the catalogue and the pages of courses */
  publicPages: boolean
  /** version of the texts that people agree to, see `agreement` */
  agreement: string
  /** origin of the site, without a slash at its end, for addresses that others read */
  publicUrl: string
  /** identity provider of the Google button: Google, the labelled local sign-in, or none */
  google: 'google' | 'local' | 'none'
  /** mails are kept and shown at /dev/outbox */
  outbox: boolean
  /** English first */
  languages: readonly OfferedLanguage[]
  /** pages for developers, such as /dev/ui, are available */
  development: boolean
}

/** What the server passes to the web build with the request for a document. */
export type Host = {
  /** calls the API in this process as the visitor who requested the document */
  fetch: Fetch
  /** false when the request has no cookie: then no one is signed in, and no call is needed */
  mayBeSignedIn: boolean
  settings: PublicSettings
  /** language of the document, such as `hi` */
  language: string
  requestId: string
  nonce: string
  /** writes an unexpected error to the server's log */
  report(error: unknown): void
}
