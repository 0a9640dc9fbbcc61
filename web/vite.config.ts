import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { chunks } from './chunks.ts'
import { lightIcons } from './light-icons.ts'
import { plainImports } from './plain-imports.ts'
import { schemaFreeContract } from './schema-free-contract.ts'

export default defineConfig(({ command }) => ({
  plugins: [schemaFreeContract(), lightIcons(), plainImports(), tailwindcss(), reactRouter()],
  // parts that are fetched later bring no list of further files to fetch (see plain-imports.ts); documents have their own
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: false },
  // found before the first page is opened; a library found later would make the browser load everything again
  optimizeDeps: { entries: ['src/entry.client.tsx', 'src/root.tsx', 'src/pages/**/*.tsx'], exclude: ['zod'] },
  environments: { client: { build: { rolldownOptions: { output: chunks } } } },
  // The built server bundle carries its libraries, in their production form whatever NODE_ENV the process runs with: the
  // development form of React renders four times slower.
  ...(command === 'build' && {
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  }),
}))
