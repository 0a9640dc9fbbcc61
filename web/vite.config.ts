import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { schemaFreeContract } from './schema-free-contract.ts'

export default defineConfig(({ command }) => ({
  plugins: [schemaFreeContract(), tailwindcss(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  // The built server bundle carries its libraries in their production form, whatever NODE_ENV the process runs with.
  ...(command === 'build' && { ssr: { noExternal: true } }),
}))
