import { createReadStream, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Where the whiteboard asks for its fonts (`load-drawing.ts`); names of the files say their content, as those of all files there. */
const place = 'assets/board/'

const folder = dirname(createRequire(import.meta.url).resolve('@excalidraw/excalidraw'))
const fonts = (): string[] => globSync('fonts/**/*.woff2', { cwd: folder }).map((name) => name.replaceAll('\\', '/'))

/** The address of a server of others, which Excalidraw puts behind the place that it is told; it has no option to leave it out. */
const fontsElsewhere = /`https:\/\/esm\.sh\/\$\{[^;]*?\}\/dist\/prod\/`/

/**
 * Serves Excalidraw's fonts from this site, as its documentation says, and puts this site in the place of the other server: a browser
 * writes an error to its console for each font that the policy of documents would block there, though it needs none of them.
 */
export const boardParts = (): Plugin => ({
  name: 'board-parts',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('@excalidraw') || !code.includes('https://esm.sh/')) return null
    if (!fontsElsewhere.test(code)) this.error(`${id}: the place of Excalidraw's fonts has changed`)
    return { code: code.replace(fontsElsewhere, `new URL('/${place}', window.location.href).href`), map: null }
  },
  generateBundle() {
    if (this.environment.name !== 'client') return
    for (const name of fonts())
      this.emitFile({ type: 'asset', fileName: `${place}${name}`, source: readFileSync(join(folder, name)) })
  },
  configureServer({ middlewares }) {
    const known = new Set(fonts())
    middlewares.use((request, response, next) => {
      const name = request.url?.startsWith(`/${place}`) ? request.url.slice(place.length + 1) : ''
      if (!known.has(name)) return next()
      response.setHeader('content-type', 'font/woff2')
      createReadStream(join(folder, name)).pipe(response)
    })
  },
})
