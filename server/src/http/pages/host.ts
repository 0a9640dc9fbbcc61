import type { Host } from '@virtual-courses/contract'

/** Renders a document, a redirect or an error page. Rejects only if nothing can be rendered. */
export type RenderDocument = (request: Request, host: Host) => Promise<Response>

/** The part of the web build that the server uses; the server does not import web sources. */
export type WebBuild = {
  entry: { module: { createHandler(build: WebBuild, mode: 'production' | 'development'): RenderDocument } }
}
