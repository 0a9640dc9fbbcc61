import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type ModuleInfo = { importedIds: readonly string[] }
type Graph = { getModuleInfo(id: string): ModuleInfo | null }

/** Returns a test for the modules that some source files import statically, directly or not. */
function importsOf(...files: string[]): (id: string, graph: Graph) => boolean {
  const starts = files.map((file) => fileURLToPath(new URL(file, import.meta.url)))
  let known: Set<string> | undefined
  return (id, graph) => {
    if (!known) {
      known = new Set()
      const rest = [...starts]
      for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
        if (known.has(next)) continue
        known.add(next)
        rest.push(...(graph.getModuleInfo(next)?.importedIds ?? []))
      }
    }
    return known.has(id) && !starts.includes(id)
  }
}

type Test = (id: string, graph: Graph) => boolean

/** What every page needs of the contract: the client, and texts and paths that cards use. */
const usualContract = /[\\/]contract[\\/]src[\\/](ai|client|early-sentences|fields|media|offers|public-pages)\.ts$/
const contract = /[\\/]contract[\\/]src[\\/]/

/** Files that import the overlay library. Merged with small things that other pages need, they would bring it along. */
const usesOverlays = /[\\/]src[\\/]ui[\\/]([\w-]+-popup|dialog-frame|sheet|tooltip|toast-list)\.tsx?$/
const notOverlay = (id: string) => !usesOverlays.test(id)

const inShell = importsOf('./src/root.tsx')
const inSignedIn = importsOf('./src/app/bar/signed-in-bar.tsx', './src/features/assistant/chat-widget.tsx')
const inHome = importsOf('./src/pages/home.tsx')
const inLists = importsOf('./src/pages/all-courses.tsx', './src/pages/browse.tsx')
const inPublicCourse = importsOf('./src/pages/public-course.tsx')
const inCourse = importsOf('./src/pages/view-course.tsx', './src/pages/public-course.tsx')

/** Parts of forms and lists, and icons: other pages need them without the catalogue. */
const fields: Test = (id) => /[\\/](src[\\/](ui|lib)|lucide-react)[\\/]/.test(id)

/** Loaded for itself, in one file with its parts. */
const bar = /[\\/]bar[\\/]signed-in-bar\.tsx$/

/** The modules that all of these pages need. */
const needs =
  (...pages: Test[]): Test =>
  (id, graph) =>
    pages.every((page) => page(id, graph))

const pages = globSync('./src/pages/**/*.tsx', { cwd: import.meta.dirname })
const staffPages = /[\\/]pages[\\/](studio|admin|dev)[\\/]/
const inLearning = importsOf(...pages.filter((page) => !staffPages.test(page)))
const inPages = importsOf(...pages)

/** One file of all modules of these that pages share. */
const together = (name: string, holds: Test, priority: number) => ({
  debugName: name,
  name: (id: string, graph: Graph) => (holds(id, graph) ? name : null),
  test: notOverlay,
  minShareCount: 2,
  priority,
})

/** Modules that pages share, by the pages that share them; small ones are merged. */
const shared = (name: string, holds: Test, priority: number) => ({
  ...together(name, holds, priority),
  entriesAware: true,
  entriesAwareMergeThreshold: 4 * 1024,
})

/**
 * Chunks of the browser's code. By default every icon that two pages share becomes a file of its own: forty requests for the
 * first page, each compressed alone. Here one file each holds the libraries that every page needs (it seldom changes), what every
 * page needs of the contract, the shell, what home, lists and course pages share (by which of them need it), and the bar of signed-in
 * users. The rest is grouped by the pages that share it, apart from modules that only lazy parts use: merged with those of pages, such
 * as an icon, they would be loaded with the page.
 */
export const chunks: Rolldown.OutputOptions = {
  codeSplitting: {
    groups: [
      {
        name: 'libraries',
        test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]|rolldown[\\/]runtime/,
        priority: 4,
      },
      // by what is fetched together: menus, dialogs, toasts
      {
        name: 'overlays',
        test: /node_modules[\\/]@(base-ui|floating-ui)[\\/]/,
        entriesAware: true,
        entriesAwareMergeThreshold: 4 * 1024,
        priority: 4,
      },
      // imported by a file of the contract that every page needs, which does not use it in browsers
      { name: 'names', test: /[\\/]contract[\\/]src[\\/]clean-name\.ts$/, priority: 7 },
      { name: 'contract', test: usualContract, priority: 6 },
      { name: 'rules', test: contract, priority: 5 },
      { debugName: 'shell', name: (id, graph) => (inShell(id, graph) ? 'shell' : null), priority: 3 },
      // what pages of arrival need together: first what most of them need, because a group takes along what its modules import
      together('cards', needs(inHome, inCourse), 2.9),
      together('tiles', needs(inHome, inLists), 2.8),
      together('people', needs(inHome, inSignedIn), 2.75),
      together('home-parts', inHome, 2.7),
      together('store', needs(inLists, inCourse), 2.6),
      together('fields', needs(inLists, fields), 2.5),
      together('lists', inLists, 2.4),
      together('course', inPublicCourse, 2.3),
      together('own-course', inCourse, 2.2),
      // needed by every page of signed-in users, and not by visitors
      {
        debugName: 'signed-in',
        name: (id, graph) => (inSignedIn(id, graph) || bar.test(id) ? 'signed-in' : null),
        priority: 1.5,
      },
      shared('learning', inLearning, 1),
      shared('shared', inPages, 0.9),
    ],
  },
  // the names of shared chunks would list every page that uses them
  chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
}
