import { ids, languages } from 'virtual:messages'
import { I18nProvider } from '@lingui/react'
import type { Host } from '@virtual-courses/contract'
import { localeOf } from '@virtual-courses/contract'
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
import { type DocumentMessages, DocumentMessagesContext } from '#lib/text/document-messages.tsx'
import { Translator } from '#lib/text/translator.ts'

/** For each language its translator; none of them is ever changed. */
const translators = new Map<string, Translator>(
  Object.entries(languages).map(([locale, messages]) => [
    locale,
    new Translator({ locale, locales: localeOf(locale), messages: { [locale]: messages } }),
  ]),
)

/** Returns the messages that the pages of a document show. */
function messagesOf(language: string, pages: readonly string[]): DocumentMessages {
  const known = languages[language] ?? {}
  const messages = Object.fromEntries(pages.flatMap((page) => (ids[page] ?? []).map((id) => [id, known[id] ?? id])))
  return { language, pages, messages }
}

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
  const host = context.get(hostContext)
  const nonce = host.nonce || undefined
  const language = host.language ?? 'en'
  const translator =
    translators.get(language) ?? new Translator({ locale: 'en', locales: localeOf('en'), messages: {} })
  const pages = router.staticHandlerContext.matches.map(({ route }) => route.id)
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  let finalStatus = status
  const body = await renderToReadableStream(
    <NonceContext value={nonce}>
      <DocumentMessagesContext value={messagesOf(language, pages)}>
        <I18nProvider i18n={translator}>
          <ServerRouter context={router} url={request.url} {...(nonce && { nonce })} />
        </I18nProvider>
      </DocumentMessagesContext>
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
  return new Response(scriptsAfterPaint(await new Response(body).text()), { status: finalStatus, headers })
}

/**
 * Lets styles, fonts and the first image go before scripts on a slow line: the links that the router renders have no priority of their own,
 * and browsers would give them a high one (decision 094 has the figures).
 */
const scriptsAfterPaint = (html: string): string =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')

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
