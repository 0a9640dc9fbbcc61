import type { Fetch } from '@virtual-courses/contract'

/** Public settings, which every browser gets. */
export type PublicSettings = {
  siteName: string
  /** address for support; "" for none */
  supportAddress: string
  /** "fixed" shows the sales texts of the specification, "live" real numbers of the course */
  storeCopy: 'fixed' | 'live'
  /** visitors and search engines can read the catalogue and the pages of courses */
  publicPages: boolean
  /** origin of the site, without a slash at its end, for addresses that others read */
  publicUrl: string
  /** identity provider of the Google button: Google, the local sign-in, or none */
  google: 'google' | 'local' | 'none'
  /** mails are kept and shown at /dev/outbox */
  outbox: boolean
  /** pages for developers, such as /dev/ui, are available */
  development: boolean
}

/** Context of a document request, which the web build reads from its router's context. */
export type Host = {
  /** calls the API in this process as the visitor who requested the document */
  fetch: Fetch
  /** false when the request has no cookie, so that the visitor cannot be signed in */
  mayBeSignedIn: boolean
  settings: PublicSettings
  requestId: string
  nonce: string
  /** writes an unexpected error to the log */
  report(error: unknown): void
}

/** Renders a document, a redirect or an error page. Rejects only when nothing could be rendered. */
export type RenderDocument = (request: Request, host: Host) => Promise<Response>

/** The part of the web build that the server uses; the server does not import web sources. */
export type WebBuild = {
  entry: { module: { createHandler(build: WebBuild, mode: 'production' | 'development'): RenderDocument } }
}
