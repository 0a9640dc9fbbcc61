import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { cacheFolder, installPackages } from '../lib/install-packages.ts'

const queryVersion = '5.108.0'
const packages = resolve(import.meta.dirname, '../../node_modules')

/**
 * Builds the floor app: React, React Router and TanStack Query around one list, nothing else. Answers the bytes of its
 * JavaScript, gzipped file by file.
 */
export async function floorScriptBytes(folder: string): Promise<number> {
  const tools = join(cacheFolder, `query-${queryVersion}`)
  installPackages(tools, { '@tanstack/react-query': queryVersion }, '2 MB')
  const outDir = join(folder, 'floor')
  await build({
    root: join(import.meta.dirname, 'floor-app'),
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: [
        { find: '@tanstack/react-query', replacement: join(tools, 'node_modules/@tanstack/react-query') },
        // one React for everything
        { find: /^(react|react-dom|react-router)($|\/)/, replacement: `${packages}/$1$2` },
      ],
    },
    build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false } },
  })
  return readdirSync(join(outDir, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => gzipSync(readFileSync(join(outDir, 'assets', name))).length)
    .reduce((sum, bytes) => sum + bytes, 0)
}
