import { lingui } from '@lingui/vite-plugin'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { pageMessages } from './page-messages/page-messages.ts'
import { waitForRouteModules } from './router-patch/wait-for-route-modules.ts'
import { schemaFreeContract } from './schema-free-contract/schema-free-contract.ts'
import { onlySupportedSyntax, supportedBrowsers } from './supported-browsers.ts'

/**
 * What pages share, in a few files instead of some seventy a page: each holds the named modules with all that they import (Rolldown's
 * `codeSplitting`). With the bundler's default a course page fetches 85 files and 176 kB (gzip), with these 16 files and 160 kB
 * (decision 094). Pages and what is loaded on use stay files of their own.
 */
const groups = [
  // what the first pages use of the contract; all the rest of it would come with them, otherwise
  {
    name: 'contract',
    test: /contract[\\/]src[\\/](client|endpoint|public-pages|courses|reviews|enrolments|accounts[\\/]accounts|sales[\\/](own-offers|orders)|values[\\/](fields|amounts|deleted-name|isolate|locale-of|sentence|literal-values))\.ts/,
  },
  { name: 'terms', test: /contract[\\/]src[\\/]/ },
  { name: 'libraries', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]|rolldown[\\/]runtime/ },
  { name: 'shell', test: /src[\\/](root|app[\\/]shell)\.tsx$|src[\\/]app[\\/]loaders\.ts$/ },
  // otherwise a file for each icon; those of few pages stay with them
  { name: 'icons', test: /lucide-react/, minShareCount: 4 },
  {
    name: 'parts',
    test: /src[\\/](app[\\/]store-card|lib[\\/](list-place|text[\\/]language-names)|features[\\/]courses[\\/]json-ld|ui[\\/](layout[\\/](card|empty-state|page-layout|pagination|skeleton)|avatar|rating))\.tsx?$/,
  },
  { name: 'fields', test: /src[\\/]ui[\\/](form[\\/](checkbox|field|input|select)|notice)\.tsx$/ },
  { name: 'list', test: /src[\\/]app[\\/]catalogue\.tsx$/ },
  { name: 'course', test: /src[\\/]app[\\/]course[\\/]course-page\.tsx$/ },
].map((group, at) => ({ ...group, priority: 10 - at }))

export default defineConfig(({ command }) => ({
  plugins: [
    process.env.SCHEMA_FREE_CONTRACT !== 'off' && schemaFreeContract(),
    pageMessages(),
    lingui({ macroTransform: true, configPath: '../lingui.config.ts' }),
    waitForRouteModules(),
    tailwindcss(),
    reactRouter(),
    onlySupportedSyntax(),
  ],
  build: {
    target: supportedBrowsers,
    cssTarget: supportedBrowsers,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
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
