import { join } from 'node:path'
import type { Plugin } from 'vite'

const replaced = /\/react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/
const ours = join(import.meta.dirname, 'src/lib/stalled-loads.ts')

/**
 * Puts our `loadRouteModule` in the place of React Router's, which reloads the document when the code of a page cannot be loaded and
 * has no option for it. Fails the build when a new version of the library keeps the function elsewhere.
 */
export function patientRouter(): Plugin {
  let found = false
  return {
    name: 'patient-router',
    apply: 'build',
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
      if (!error && !found) throw new Error('React Router no longer has the module that loads the code of pages')
    },
  }
}
