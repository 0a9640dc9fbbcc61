import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder, installPackages } from '../lib/install-packages.ts'
import { Missing } from '../lib/missing.ts'

export const directusVersion = '12.4.0'
const nodeVersion = '22.23.3'

export type DirectusInstall = { node: string; cli: string; folder: string; nodeVersion: string }

/**
 * Installs Directus from npm into the cache folder, once: no package's install script runs, and it gets the Node it is made
 * for. `isolated-vm` would have to be compiled; only Directus's own flows and sandboxed extensions use it, so an empty
 * module stands in its place. Needs npm and, the first time, the npm registry.
 */
export function installDirectus(): DirectusInstall {
  const nodePackage = `node-linux-${process.arch}`
  if (process.platform !== 'linux') throw new Missing('The comparison with Directus runs on Linux alone')
  const folder = join(cacheFolder, `directus-${directusVersion}`)
  const modules = join(folder, 'node_modules')
  if (installPackages(folder, { directus: directusVersion, [nodePackage]: nodeVersion }, 'about 900 MB')) {
    const isolated = join(modules, 'isolated-vm')
    mkdirSync(isolated, { recursive: true })
    writeFileSync(join(isolated, 'package.json'), '{ "name": "isolated-vm", "version": "0.0.0", "main": "index.js" }\n')
    writeFileSync(join(isolated, 'index.js'), 'module.exports = {}\n')
  }
  return {
    node: join(modules, nodePackage, 'bin/node'),
    // the command behind `directus`, less the look for a newer version
    cli: join(modules, '@directus/api/dist/cli/run.js'),
    folder,
    nodeVersion,
  }
}
