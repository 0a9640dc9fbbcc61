import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { routes } from './app.js'

/** Returns the document of the page, with its one script. */
export async function render(script) {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request('http://floor.invalid/'))
  const page = renderToString(
    h(StaticRouterProvider, { router: createStaticRouter(handler.dataRoutes, context), context }),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Floor</title></head><body><div id="root">${page}</div><script type="module" src="${script}"></script></body></html>`
}
