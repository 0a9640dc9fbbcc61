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

/** Calls, events and limits. Without their schemas they are so small that all of them in one file are fewer bytes than those of each page. */
const usualCalls =
  /[\\/]contract[\\/]src[\\/](accounts|ai|client|courses|endpoint|enrolments|fields|learning|media|notifications|offers|problem|public-pages|reviews|site-settings|videos|wishlist)\.ts$/
const contract = /[\\/]contract[\\/]src[\\/]/

/** Files that import the overlay library. Merged with small things that other pages need, they would bring it along. */
const usesOverlays = /[\\/]src[\\/]ui[\\/]([\w-]+-popup|dialog-frame|sheet|tooltip|toast-list)\.tsx?$/

const notOverlay = (id: string) => !usesOverlays.test(id)

const inShell = importsOf('./src/root.tsx')
const inSignedIn = importsOf('./src/app/bar/signed-in-bar.tsx', './src/features/assistant/chat-widget.tsx')
const inHome = importsOf('./src/pages/home.tsx')
const pages = globSync('./src/pages/**/*.tsx', { cwd: import.meta.dirname })
/** Pages on which people arrive: what they do not need must not be merged into what they load. */
const inLists = importsOf('./src/pages/all-courses.tsx', './src/pages/browse.tsx')
const inCourse = importsOf('./src/pages/view-course.tsx', './src/pages/public-course.tsx')
/** Controls and icons of these pages are those of other pages as well. */
const common = /[\\/](src[\\/](ui|lib)|lucide-react)[\\/]/
/** What the pages of enrolled students need too. */
const ofLearners = /[\\/]features[\\/]learning[\\/]/
const inStore = (id: string, graph: Graph) =>
  inLists(id, graph) ? common.test(id) || inCourse(id, graph) : common.test(id) && inCourse(id, graph)
const staffPages = /[\\/]pages[\\/](studio|admin|dev)[\\/]/
const inLearning = importsOf(...pages.filter((page) => !staffPages.test(page)))
const inPages = importsOf(...pages)

/** Modules that pages share, by the pages that share them; small ones are merged. */
const shared = (name: string, holds: (id: string, graph: Graph) => boolean, priority: number) => ({
  name: (id: string, graph: Graph) => (holds(id, graph) ? name : null),
  test: notOverlay,
  minShareCount: 2,
  entriesAware: true,
  entriesAwareMergeThreshold: 2 * 1024,
  priority,
})

/**
 * Chunks of the browser's code. By default every icon that two pages share becomes a file of its own: forty requests for the
 * first page, each compressed alone. Here one file each holds the libraries that every page needs (it seldom changes), the
 * shell, what the home page shares with others, and the bar of signed-in users. The rest is grouped by the pages that share it,
 * apart from modules that only lazy parts use: merged with those of pages, such as an icon, they would be loaded with the page.
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
      { name: 'calls', test: usualCalls, priority: 6 },
      { name: 'contract', test: contract, priority: 5 },
      { name: (id, graph) => (inShell(id, graph) ? 'shell' : null), priority: 3 },
      {
        name: (id, graph) => (inHome(id, graph) ? 'cards' : null),
        minShareCount: 2,
        priority: 2,
      },
      // needed by every page of signed-in users, and not by visitors
      { name: (id, graph) => (inSignedIn(id, graph) ? 'signed-in' : null), priority: 1.5 },
      { name: (id, graph) => (inStore(id, graph) ? 'store' : null), minShareCount: 2, test: notOverlay, priority: 1.4 },
      { name: (id, graph) => (inCourse(id, graph) && !ofLearners.test(id) ? 'course' : null), minShareCount: 2, test: notOverlay, priority: 1.3 },
      { name: (id, graph) => (inLists(id, graph) ? 'lists' : null), minShareCount: 2, test: notOverlay, priority: 1.2 },
      shared('learning', inLearning, 1.1),
      shared('shared', inPages, 1),
    ],
  },
  // the names of shared chunks would list every page that uses them
  chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
}
