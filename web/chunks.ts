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

/** Calls, events and texts that the pages on which people arrive need. Without their schemas they are small: one file beats six. */
const usualCalls =
  /[\\/]contract[\\/]src[\\/](accounts|ai|client|courses|endpoint|enrolments|fields|learning|media|notifications|offers|problem|public-pages|reviews|site-settings|videos|wishlist)\.ts$/
const otherCalls = /[\\/]contract[\\/]src[\\/]/

/** Files that import the overlay library. Merged with small things that other pages need, they would bring it along. */
const usesOverlays = /[\\/]src[\\/]ui[\\/]([\w-]+-popup|dialog-frame|sheet|tooltip|toast-list)\.tsx?$/
const notOverlay = (id: string) => !usesOverlays.test(id)

const inShell = importsOf('./src/root.tsx')
const inSignedIn = importsOf('./src/app/bar/signed-in-bar.tsx', './src/features/assistant/chat-widget.tsx')
const inHome = importsOf('./src/pages/home.tsx')
const inCourse = importsOf('./src/pages/view-course.tsx', './src/pages/public-course.tsx')
const inLists = importsOf('./src/pages/all-courses.tsx', './src/pages/browse.tsx')

/** Fields, pages of lists, icons: lists, course pages and most other pages need them. */
const common = /[\\/](src[\\/](ui|lib)|lucide-react)[\\/]/
/** Of the course page, and needed by pages that need nothing else of it. */
const courseParts =
  /[\\/]features[\\/](learning|courses[\\/]course-card-skeleton|reviews[\\/](review-text|star-filter)|lectures[\\/](section-group|lecture-lengths)|accounts[\\/]educator-card)/
const inStore: Test = (id, graph) => {
  const both = [inLists(id, graph), inCourse(id, graph)]
  return both.every(Boolean) || (both.some(Boolean) && common.test(id))
}

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
  entriesAwareMergeThreshold: 2 * 1024,
})

/**
 * Chunks of the browser's code. By default every icon that two pages share becomes a file of its own: forty requests for the
 * first page, each compressed alone. Here one file each holds the libraries that every page needs (it seldom changes), the
 * shell, what the home page shares with others, the bar of signed-in users, and what lists and course pages need. The rest is
 * grouped by the pages that share it, apart from modules that only lazy parts use: merged with those of pages, such as an icon,
 * they would be loaded with the page.
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
      { name: 'other-calls', test: otherCalls, priority: 5 },
      { debugName: 'shell', name: (id, graph) => (inShell(id, graph) ? 'shell' : null), priority: 3 },
      {
        debugName: 'cards',
        name: (id, graph) => (inHome(id, graph) ? 'cards' : null),
        minShareCount: 2,
        priority: 2,
      },
      // needed by every page of signed-in users, and not by visitors
      { debugName: 'signed-in', name: (id, graph) => (inSignedIn(id, graph) ? 'signed-in' : null), priority: 1.5 },
      together('store', inStore, 1.4),
      together('course-parts', (id, graph) => inCourse(id, graph) && courseParts.test(id), 1.35),
      together('course', inCourse, 1.3),
      together('lists', inLists, 1.1),
      shared('learning', inLearning, 1),
      shared('shared', inPages, 0.9),
    ],
  },
  // the names of shared chunks would list every page that uses them
  chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
}
