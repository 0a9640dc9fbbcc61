import { createReadStream, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Where the whiteboard asks for its fonts; names of the files say their content, as those of all files there. */
const place = 'assets/board/'

const folder = dirname(createRequire(import.meta.url).resolve('@excalidraw/excalidraw'))
const fonts = (): string[] => globSync('fonts/**/*.woff2', { cwd: folder }).map((name) => name.replaceAll('\\', '/'))

/** The address of a server of others, in Excalidraw's list of places of its fonts. */
const fontsElsewhere = /`https:\/\/esm\.sh\/\$\{[^;]*?\}\/dist\/prod\/`/

/** What no one loads: texts in languages that the site does not have, and parts of fonts for SVG files. */
const unused = /\/locales\/(?!en-|hi-IN-|percentages-)[\w-]+\.js$|\/subset-(shared|worker)\.chunk\.js$/

/** Takes Excalidraw's parts from this site alone: its fonts, and only what the whiteboard uses. */
export const boardParts = (): Plugin => ({
  name: 'board-parts',
  enforce: 'pre',
  load: (id) => (id.includes('@excalidraw') && unused.test(id.replaceAll('\\', '/')) ? 'export default {}' : null),
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
