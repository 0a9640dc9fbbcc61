import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { findProgram } from '../../scripts/prepare/system-programs.ts'

/** Something that a benchmark needs is not on this machine. The message says what and how to get it; nothing is installed silently. */
export class Missing extends Error {
  override name = 'Missing'
}

/** Where peers and tools are kept that only benchmarks need. */
export const cacheFolder = resolve(import.meta.dirname, '../../.cache/bench')

/**
 * Installs packages at exact versions into `folder`, once; no package's install script runs. True when this call did it.
 * Throws Missing when npm or its registry is not there.
 */
export function installPackages(folder: string, dependencies: Record<string, string>, size: string): boolean {
  const marker = join(folder, 'installed')
  if (existsSync(marker)) return false
  const what = Object.entries(dependencies)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')
  const npm = findProgram('npm')
  if (!npm) throw new Missing(`npm is missing: it installs ${what}`)
  console.error(`Installing ${what} into ${folder} (${size}, once) …`)
  mkdirSync(folder, { recursive: true })
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
    throw new Missing(`npm could not install ${what}: the npm registry must be reachable once`)
  }
  writeFileSync(marker, '')
  return true
}
