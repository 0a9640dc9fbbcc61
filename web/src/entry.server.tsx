import type { Host } from '@virtual-courses/contract'
import { renderToReadableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  isRouteErrorResponse,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { hostContext } from '#app/loaders.ts'
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
const entry = /<script([^>]*) type="module" async="">(.*?)<\/script>/s

/** How long scripts wait for the first paint, in milliseconds: then the controls matter more. */
const paintWait = 2_500

/**
 * Fetches the given files and starts the module script before it, once the browser has shown the page with its first image; at once in a
 * tab that is not shown. The paint is asked for: a frame callback comes before the frame is on the screen.
 */
const starter = `{
  const self = document.currentScript, entry = self.previousElementSibling;
  const add = (name, values) => document.head.append(Object.assign(document.createElement(name), { nonce: self.nonce }, values));
  let started = 'oldBrowser' in document.documentElement.dataset;
  const start = () => {
    if (started) return;
    started = true;
    for (const href of FILES) add('link', { rel: 'modulepreload', href });
    add('script', { type: 'module', textContent: entry.textContent });
  };
  if (document.visibilityState === 'hidden') start();
  else {
    setTimeout(start, ${paintWait});
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      const image = document.querySelector('img[fetchpriority=high]');
      if (image) image.decode().then(() => requestAnimationFrame(() => setTimeout(start)), start);
      else start();
    }).observe({ type: 'paint', buffered: true });
  }
  self.remove();
}`

/**
 * Fetches scripts after the first paint: on a slow connection they would compete with styles and the first image, and hold up the paint
 * while they are evaluated. The connection is as busy as before, in another order, so the page can be used as early. The router's module
 * script stays where hydration looks for it, with another type; a copy of it is run.
 */
function scriptsLast(html: string): string {
  const files: string[] = []
  const early = html.replaceAll(preload, (_link, file: string) => {
    files.push(file)
    return ''
  })
  return early.replace(entry, (_whole, attributes: string, code: string) => {
    const start = starter.replace('FILES', () => JSON.stringify(files))
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
