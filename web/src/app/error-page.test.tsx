import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { inEnglish } from '#lib/text/fixtures.tsx'
import { ErrorPage } from './error-page.tsx'

/** The page of an error as loaders and the router throw it. */
async function show(error: unknown): Promise<string> {
  const settings = { siteName: 'Virtual Courses', publicUrl: 'https://shop.example', language: 'en', languages: [] }
  const loader = () => ({ viewer: null, settings, requestId: 'request-7' })
  const routes = [{ id: 'root', path: '/', loader, element: <ErrorPage error={error} /> }]
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request('https://shop.example/'))
  if (context instanceof Response) throw new Error('a redirect')
  const router = createStaticRouter(handler.dataRoutes, context)
  return renderToString(inEnglish(<StaticRouterProvider router={router} context={context} hydrate={false} />))
}
const thrown = (status: number, statusText: string, message: string) => ({
  ...{ status, statusText, internal: true },
  data: { message, requestId: 'request-7' },
})

describe('the page of an error', () => {
  it('of an address that does not exist shows a file with a question mark, and nothing to try again', async () => {
    const html = await show(thrown(404, 'not_found', 'Not found'))
    expect(html).toContain('This page does not exist')
    expect(html).toContain('lucide-file-question-mark')
    expect(html).not.toContain('Try again')
  })

  it.each([
    ['of the server', thrown(500, 'internal', 'Something went wrong on our side. Please try again.')],
    ['in the page', new TypeError('x is not a function')],
  ])('%s says once that something went wrong', async (_, error) => {
    expect((await show(error)).match(/Something went wrong/g)).toHaveLength(1 + 1) // the heading, and the title of the document
  })

  it('of a loader says what it is about', async () => {
    expect(await show(thrown(403, 'forbidden', 'This page is for educators'))).toContain('This page is for educators')
  })
})
