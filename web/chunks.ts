import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type ModuleInfo = { importedIds: readonly string[] }
type Graph = { getModuleInfo(id: string): ModuleInfo | null }

/** Everything that a source file imports, and what that imports; not what is fetched only when it is needed. */
function importsOf(file: string): (id: string, graph: Graph) => boolean {
  const start = fileURLToPath(new URL(file, import.meta.url))
  let known: Set<string> | undefined
  return (id, graph) => {
    if (!known) {
      known = new Set()
      const rest = [start]
      for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
        if (known.has(next)) continue
        known.add(next)
        rest.push(...(graph.getModuleInfo(next)?.importedIds ?? []))
      }
    }
    return id !== start && known.has(id)
  }
}

/** Calls that few pages make: the contract is one import, and would otherwise be part of every page. */
const rareCalls = /[\\/]contract[\\/]src[\\/](admin|ai|enrolments|learning|lectures|live)\.ts$/

/** Files that import the overlay library. Merged with small things that other pages need, they would bring it along. */
const usesOverlays = /[\\/]src[\\/]ui[\\/]([\w-]+-popup|dialog-frame|sheet|tooltip|toast-list)\.tsx?$/

const inShell = importsOf('./src/root.tsx')
const inSignedInBar = importsOf('./src/app/bar/signed-in-bar.tsx')
const inHome = importsOf('./src/pages/home.tsx')

/**
 * How the browser's code is cut. Left alone, every icon that two pages share becomes a file of its own: forty requests for
 * the first page, each compressed alone. Here the libraries that every page needs are one file that seldom changes, what
 * surrounds every page is one, what the home page shares with others is one, the bar of signed-in users is one,
 * and the rest is joined with what the same pages share.
 */
export const chunks: Rolldown.OutputOptions = {
  codeSplitting: {
    groups: [
      {
        name: 'libraries',
        test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]|rolldown[\\/]runtime/,
        priority: 4,
      },
      // by what is fetched together: a menu, a dialog, the toasts
      {
        name: 'overlays',
        test: /node_modules[\\/]@(base-ui|floating-ui)[\\/]/,
        entriesAware: true,
        entriesAwareMergeThreshold: 4 * 1024,
        priority: 4,
      },
      { name: 'calls', test: rareCalls, entriesAware: true, entriesAwareMergeThreshold: 1024, priority: 5 },
      { name: (id, graph) => (inShell(id, graph) ? 'shell' : null), priority: 3 },
      {
        name: (id, graph) => (inHome(id, graph) ? 'cards' : null),
        minShareCount: 2,
        priority: 2,
      },
      // needed by every page of signed-in users, and not by visitors
      { name: (id, graph) => (inSignedInBar(id, graph) ? 'signed-in' : null), priority: 1.5 },
      {
        name: 'shared',
        test: (id) => !usesOverlays.test(id),
        minShareCount: 2,
        entriesAware: true,
        entriesAwareMergeThreshold: 4 * 1024,
        priority: 1,
      },
    ],
  },
  // the names of shared chunks would list every page that uses them
  chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
}
