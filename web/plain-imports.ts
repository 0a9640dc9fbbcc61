import type { Plugin } from 'vite'

/**
 * Leaves `import()` to the browser. Vite wraps it in a helper that preloads styles and further files. Our lazy parts have
 * neither, and the helper would be part of every first page.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    load: {
      order: 'pre',
      handler: (id) =>
        id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined,
    },
  }
}
