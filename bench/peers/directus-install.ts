import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { findProgram, Missing } from '../lib/missing.ts'

export const directusVersion = '12.4.0'
const nodeVersion = '22.23.3'

export type DirectusInstall = { node: string; cli: string; folder: string; nodeVersion: string }

const cache = resolve(import.meta.dirname, '../../.cache/bench')

/**
 * Installs Directus from npm into the cache folder, once: no package's install script runs, and it gets the Node it is made
 * for. `isolated-vm` would have to be compiled; only Directus's own flows and sandboxed extensions use it, so an empty
 * module stands in its place. Needs npm and, the first time, the npm registry.
 */
export function installDirectus(): DirectusInstall {
  const nodePackage = `node-linux-${process.arch}`
  if (process.platform !== 'linux') throw new Missing('The comparison with Directus runs on Linux alone')
  const folder = join(cache, `directus-${directusVersion}`)
  const modules = join(folder, 'node_modules')
  const marker = join(folder, 'installed')
  if (!existsSync(marker)) {
    const npm = findProgram('npm')
    if (!npm) throw new Missing('npm is missing: it installs Directus for the comparison')
    console.error(`Installing Directus ${directusVersion} into ${folder} (about 900 MB, once) …`)
    mkdirSync(folder, { recursive: true })
    const dependencies = { directus: directusVersion, [nodePackage]: nodeVersion }
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ private: true, dependencies }, null, 2)}\n`)
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
    try {
      execFileSync(npm, ['install', ...flags], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'inherit'],
        // npm skips packages that do not fit the Node it runs on, so it runs on ours
        env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}` },
      })
    } catch {
      throw new Missing(`npm could not install Directus ${directusVersion}: the npm registry must be reachable once`)
    }
    const isolated = join(modules, 'isolated-vm')
    mkdirSync(isolated, { recursive: true })
    writeFileSync(join(isolated, 'package.json'), '{ "name": "isolated-vm", "version": "0.0.0", "main": "index.js" }\n')
    writeFileSync(join(isolated, 'index.js'), 'module.exports = {}\n')
    writeFileSync(marker, '')
  }
  return {
    node: join(modules, nodePackage, 'bin/node'),
    // the command behind `directus`, less the look for a newer version
    cli: join(modules, '@directus/api/dist/cli/run.js'),
    folder,
    nodeVersion,
  }
}
