import type { Fetch } from '@virtual-courses/contract'

/** What the configuration lets the pages know; it reaches every browser. */
export type PublicSettings = {
  siteName: string
  /** where people who need help write to; "" for none */
  supportAddress: string
  /** "fixed" shows the store texts of the specification, "live" only what is true of the course */
  storeCopy: 'fixed' | 'live'
  /** who signs people in with a Google button: Google, the labelled local sign-in of the demo, or no one */
  google: 'google' | 'local' | 'none'
  /** mails are kept at /dev/outbox, where anyone who tries the product out reads them */
  outbox: boolean
  /** pages for anyone who builds this product, such as /dev/ui, are open */
  development: boolean
}

/** What a request for a document brings along; the web build reads it from its router's context. */
export type Host = {
  /** calls the API in this process, as the visitor who asked for the document */
  fetch: Fetch
  /** false when the request carries no cookie: then no one can be signed in */
  mayBeSignedIn: boolean
  settings: PublicSettings
  requestId: string
  nonce: string
  /** writes an unexpected error to the log */
  report(error: unknown): void
}

/** Renders a document. Answers redirects and error pages as responses; rejects only when nothing could be rendered. */
export type RenderDocument = (request: Request, host: Host) => Promise<Response>

/** The part of the web build that the server relies on. The server never imports web sources, so this is its word for it. */
export type WebBuild = {
  entry: { module: { createHandler(build: WebBuild, mode: 'production' | 'development'): RenderDocument } }
}
