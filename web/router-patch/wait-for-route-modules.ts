import { join } from 'node:path'
import type { Plugin } from 'vite'

const replaced = /\/react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/
const ours = join(import.meta.dirname, '../src/lib/connection/stalled-loads.ts')

/** Puts our `loadRouteModule` in the place of React Router's in browsers; see README.md. `PLAIN=1` leaves the library as it is. */
export function waitForRouteModules(): Plugin {
  let found = false
  return {
    name: 'wait-for-route-modules',
    apply: (_config, { command }) => command === 'build' && !process.env.PLAIN,
    applyToEnvironment: ({ name }) => name === 'client',
    load: {
      order: 'pre',
      handler(id) {
        if (!replaced.test(id)) return undefined
        found = true
        return `export { loadRouteModule } from ${JSON.stringify(ours)}`
      },
    },
    buildEnd(error) {
      if (!error && !found)
        throw new Error(
          'React Router no longer has lib/dom/ssr/routeModules.js: read web/router-patch/README.md, and adapt or delete this patch',
        )
    },
  }
}
