import { lingui } from '@lingui/vite-plugin'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { boardParts } from './board-parts/board-parts.ts'
import { pageMessages } from './page-messages/page-messages.ts'
import { waitForRouteModules } from './router-patch/wait-for-route-modules.ts'
import { schemaFreeContract } from './schema-free-contract/schema-free-contract.ts'
import { onlySupportedSyntax, supportedBrowsers } from './supported-browsers.ts'

/** Matches our own source files, named by their paths in `src` as regular expressions, with their extensions left out. */
const sources = (...paths: string[]): RegExp =>
  new RegExp(`web/src/(${paths.join('|')})\\.tsx?$`.replaceAll('/', '[\\\\/]'))

/** Icons that two of the first pages show, or that one shares with the work areas; the others stay with what shows them. */
const sharedIcons =
  'arrow-left arrow-right badge-check book-open calendar-clock captions check chevron-down chevron-left chevron-right circle-check circle-exclamation-point circle-play file-text graduation-cap infinity info languages lightbulb lock mail maximize monitor-play pause pencil-line play rotate-cw share-2 smartphone sparkles ticket-percent users volume-2 wallet x'

/** Icons that the page of lectures shares with what is loaded on use, or with the work areas. */
const lectureIcons =
  'bookmark calendar-plus circle-slash file-down list-checks megaphone message-circle-question-mark notebook-pen radio rotate-ccw scroll-text settings'

const icons = (names: string): RegExp => new RegExp(`lucide-react.*[\\\\/](${names.replaceAll(' ', '|')})\\.m?js$`)

const anyOf = (...tests: RegExp[]): RegExp => new RegExp(tests.map(({ source }) => source).join('|'))

/**
 * What pages share, in a few files instead of some seventy a page, since HTTP/1.1 has six connections: each holds the named modules
 * with all that they import, less what groups before it hold (Rolldown's `codeSplitting`; decisions 094, 110). Modules of a group are
 * needed by the same pages.
 */
const groups = [
  // what the fields of the contract import for their schemas, which browsers do not have; uploads alone call it
  { name: 'names', test: /contract[\\/]src[\\/]values[\\/]clean-name\.ts/ },
  { name: 'libraries', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]|rolldown[\\/]runtime/ },
  {
    name: 'shell',
    test: anyOf(
      // what the first pages use of the contract; all the rest of it would come with them, otherwise
      /contract[\\/]src[\\/](client|endpoint|public-pages|courses|learning[\\/]learning|reviews|enrolments|accounts[\\/]accounts|sales[\\/](own-offers|orders)|values[\\/](fields|amounts|deleted-name|isolate|locale-of|sentence|literal-values))\.ts/,
      icons(sharedIcons),
      sources(
        'root',
        'app/(guards|loaders|shell|store-card)',
        'features/courses/(course-card-skeleton|json-ld)',
        'lib/(list-place|use-hydrated|text/(format|language-names|person-name|reader-time|written-in))',
        'ui/(avatar|badge|copy-text|notice|price|progress|rating|layout/(card|empty-state|page-layout|pagination|section-heading|skeleton))',
      ),
    ),
  },
  { name: 'events', test: /contract[\\/]src[\\/]events\.ts/ },
  { name: 'terms', test: /contract[\\/]src[\\/]/ },
  { name: 'fields', test: sources('ui/form/(checkbox|field|input|select)') },
  { name: 'list', test: sources('app/catalogue') },
  {
    name: 'lecture',
    test: sources(
      'features/(accounts/educator-card|courses/sale-note)',
      'features/lectures/(lecture-lengths|player-frame|poster|preload-player|section-group)',
      // the player shows none, but on course pages a file of their own costs more
      'features/reviews/(lazy-tools|review-text|star-filter)',
    ),
  },
  {
    name: 'student',
    test: sources(
      'features/enrolments/enroll-button',
      'features/(learning/course-progress|lectures/may-watch|offers/lazy-coupon-box)',
      'lib/agreement-note',
    ),
  },
  {
    name: 'course',
    test: sources('app/course/(course-page|more-courses)', 'features/offers/(bundle-teasers|link-code)'),
  },
  {
    name: 'learning',
    test: anyOf(
      icons(lectureIcons),
      sources(
        'features/(lectures/(no-video|lecture-reading|stage)|live/live-offer|notes/use-(course-notes|notes-view))',
        'lib/(connection/keepalive-api|text/(choose-language|lazy-markdown)|use-wide-screen)',
        'ui/(format-bytes|layout/fold-card)',
      ),
    ),
  },
  { name: 'player', test: sources('features/lectures/(lazy-player|player/(player|use-playback))') },
  { name: 'chat', test: sources('features/assistant/chat-(open|widget)') },
].map((group, at, all) => ({ ...group, priority: all.length - at }))

export default defineConfig(({ command }) => ({
  plugins: [
    process.env.SCHEMA_FREE_CONTRACT !== 'off' && schemaFreeContract(),
    pageMessages(),
    lingui({ macroTransform: true, configPath: '../lingui.config.ts' }),
    waitForRouteModules(),
    tailwindcss(),
    reactRouter(),
    boardParts(),
    onlySupportedSyntax(),
  ],
  build: {
    target: supportedBrowsers,
    cssTarget: supportedBrowsers,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // the whiteboard's library, which is loaded when one is opened, and what it needs for SVG files
    chunkSizeWarningLimit: 2000,
  },
  // finds all libraries before the first page is opened: one found later makes the browser reload the page
  optimizeDeps: { entries: ['src/entry.client.tsx', 'src/root.tsx', 'src/pages/**/*.tsx'], exclude: ['zod'] },
  // what libraries bring along for React before 18
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
  // The server bundle contains its libraries, in their production build whatever NODE_ENV is: the development build of React
  // renders four times slower.
  ...(command === 'build' && {
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  }),
}))
