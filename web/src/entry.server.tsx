import { renderToReadableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  isRouteErrorResponse,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { type Host, hostContext } from '#app/host.ts'
import { NonceContext } from '#app/nonce.ts'

/**
 * Renders a document. Every page's data is awaited by its loader, so that the whole document is complete when its first
 * byte leaves: one piece to compress, and no script has to move late content into place.
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
  let answer = status
  const body = await renderToReadableStream(
    <NonceContext value={nonce}>
      <ServerRouter context={router} url={request.url} {...(nonce && { nonce })} />
    </NonceContext>,
    {
      ...(nonce && { nonce }),
      // everything stands where it belongs; without this, large parts would come last and be moved by a script
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      signal: request.signal,
      onError(error) {
        answer = 500
        if (!request.signal.aborted) context.get(hostContext).report(error)
      },
    },
  )
  await body.allReady
  const html = await new Response(body).text()
  return new Response(scriptsLast(html), { status: answer, headers })
}

/** On a slow line the page's scripts would share it with its styles and its first picture; what is seen goes first. */
const scriptsLast = (html: string): string =>
  html.replaceAll('<link rel="modulepreload"', '<link fetchpriority="low" rel="modulepreload"')

/** Unexpected errors of loaders and of rendering; refusals with a status are answers and not reported. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.get(hostContext).report(error)
}

/**
 * What the web server calls: turns this build into a function from request to response. The server hands over what a
 * request brings along (`Host`) and needs to know nothing of the router.
 */
export function createHandler(build: ServerBuild, mode: 'production' | 'development') {
  const handle = createRequestHandler(build, mode)
  return (request: Request, host: Host): Promise<Response> => {
    const context = new RouterContextProvider()
    context.set(hostContext, host)
    return handle(request, context)
  }
}
