import { renderToReadableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  isRouteErrorResponse,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { type Host, hostContext } from '#app/loaders.ts'
import { NonceContext } from '#lib/nonce.ts'

/**
 * Renders a document. Loaders await all data, so the document is complete when its first byte is sent: it compresses as one
 * piece, and no script has to move late content into place.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const nonce = context.get(hostContext).nonce || undefined
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  let finalStatus = status
  const body = await renderToReadableStream(
    <NonceContext value={nonce}>
      <ServerRouter context={router} url={request.url} {...(nonce && { nonce })} />
    </NonceContext>,
    {
      ...(nonce && { nonce }),
      // otherwise large parts would be sent last and moved into place by a script
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      signal: request.signal,
      onError(error) {
        finalStatus = 500
        if (!request.signal.aborted) context.get(hostContext).report(error)
      },
    },
  )
  await body.allReady
  const html = await new Response(body).text()
  return new Response(import.meta.env.PROD ? scriptsLast(html) : html, { status: finalStatus, headers })
}

const preload = /<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*\/>/g
/** More than half of all bytes, the same on each page: fetched early, with low priority. */
const isLarge = /\/(libraries|shell)-/
const entry = /<script([^>]*) type="module" async="">(.*?)<\/script>/s

/** Starts the module script before it with the given files, once the page was painted; at once in a tab that is not shown. */
const starter = `{
  const self = document.currentScript, entry = self.previousElementSibling;
  const add = (name, values) => document.head.append(Object.assign(document.createElement(name), { nonce: self.nonce }, values));
  const start = () => {
    for (const href of FILES) add('link', { rel: 'modulepreload', href });
    add('script', { type: 'module', textContent: entry.textContent });
  };
  if (document.visibilityState === 'hidden') start();
  else requestAnimationFrame(() => setTimeout(start));
  self.remove();
}`

/**
 * Runs scripts after the first paint, and fetches all but the large ones then: on a slow connection they would compete with styles and the
 * first image, and hold up the paint while they are evaluated. The router's module script stays where hydration looks for it, with another type; a copy of it is run.
 */
function scriptsLast(html: string): string {
  const later: string[] = []
  const early = html.replaceAll(preload, (link, file: string) => {
    if (isLarge.test(file)) return link.replace('<link', '<link fetchpriority="low"')
    later.push(file)
    return ''
  })
  return early.replace(entry, (_whole, attributes: string, code: string) => {
    const start = starter.replace('FILES', () => JSON.stringify(later))
    return `<script${attributes} type="text/module">${code}</script><script${attributes}>${start}</script>`
  })
}

/** Unexpected errors of loaders and of rendering; error responses with a status are not reported. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.get(hostContext).report(error)
}

/**
 * Interface of this build for the web server: a function from request to response. The server passes a `Host` and does not
 * depend on the router.
 */
export function createHandler(build: ServerBuild, mode: 'production' | 'development') {
  const handle = createRequestHandler(build, mode)
  return (request: Request, host: Host): Promise<Response> => {
    const context = new RouterContextProvider()
    context.set(hostContext, host)
    return handle(request, context)
  }
}
