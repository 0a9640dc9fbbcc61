import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Parts of React Router for which the library has no option, by their file below `lib`, and what browsers get instead. `none` stands for what
 * only servers call.
 */
const replaced: Readonly<Record<string, string>> = {
  /** The library reloads the document when the code of a page cannot be loaded. */
  'dom/ssr/routeModules.js': `export { loadRouteModule } from ${JSON.stringify(join(import.meta.dirname, 'src/lib/stalled-loads.ts'))}`,
  /** Observers of the router, which `entry.client.tsx` does not pass; 1.2 kB. */
  'router/instrumentation.js': `
    const none = undefined
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = (router) => router
    export { none as instrumentHandler, none as instrumentationResultMetaContext }`,
  /** Routes discovered on demand, which `routeDiscovery` turns off; 1 kB. */
  'dom/ssr/fog-of-war.js': `
    const none = undefined
    export const isFogOfWarEnabled = () => false
    export const getPartialManifest = (manifest) => manifest
    export const getPatchRoutesOnNavigationFunction = () => undefined
    export const useFogOFWarDiscovery = () => {}
    export { none as getManifestPath, none as getPathsWithAncestors, none as handleClientVersionMismatch }`,
}

const partOf = (id: string): string | undefined => /\/react-router\/dist\/\w+\/lib\/(.+\.js)$/.exec(id)?.[1]

/** Replaces parts of React Router in browsers. Fails the build when a new version of the library keeps them elsewhere. */
export function routerParts(): Plugin {
  const missing = new Set(Object.keys(replaced))
  return {
    name: 'router-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: {
      order: 'pre',
      handler(id) {
        const part = partOf(id)
        if (part === undefined || !(part in replaced)) return undefined
        missing.delete(part)
        return replaced[part]
      },
    },
    buildEnd(error) {
      if (!error && missing.size > 0) throw new Error(`React Router no longer has ${[...missing].join(', ')}`)
    },
  }
}
