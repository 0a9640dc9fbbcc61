import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { chunks } from './chunks.ts'
import { lightIcons } from './light-icons.ts'
import { plainImports } from './plain-imports.ts'
import { routerParts } from './router-parts.ts'
import { schemaFreeContract } from './schema-free-contract/schema-free-contract.ts'
import { onlySupportedSyntax, supportedBrowsers } from './supported-browsers.ts'

export default defineConfig(({ command }) => ({
  plugins: [
    process.env.SCHEMA_FREE_CONTRACT !== 'off' && schemaFreeContract(),
    lightIcons(),
    plainImports(),
    routerParts(),
    tailwindcss(),
    reactRouter(),
    onlySupportedSyntax(),
  ],
  // lazy parts do not preload further files (see plain-imports.ts); documents list theirs
  build: {
    target: supportedBrowsers,
    cssTarget: supportedBrowsers,
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
  },
  // finds all libraries before the first page is opened: one found later makes the browser reload the page
  optimizeDeps: { entries: ['src/entry.client.tsx', 'src/root.tsx', 'src/pages/**/*.tsx'], exclude: ['zod'] },
  environments: { client: { build: { rolldownOptions: { output: chunks } } } },
  // The server bundle contains its libraries, in their production build whatever NODE_ENV is: the development build of React
  // renders four times slower.
  ...(command === 'build' && {
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  }),
}))
