// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { MINIMUM_NODE } from './node-version.mjs'
import { npmCi } from './npm-ci.mjs'
import { PlainError } from './plain-error.mjs'

const INSTALL_YOURSELF = `Or install Node.js ${MINIMUM_NODE} or newer yourself from https://nodejs.org: then nothing is downloaded here.`

/**
 * The Node that `runtime/package.json` names, as a path that can be run; installed on the first call.
 * @param {string} root the project folder
 * @returns {Promise<string>} throws a PlainError when there is none for this machine or it cannot be installed
 */
export async function installRuntime(root) {
  const folder = join(root, 'runtime')
  const { name, version } = packageFor(folder, process.platform, process.arch)
  const modules = join(folder, 'node_modules')
  const binary = join(modules, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  // npm writes this list last, so without it an earlier installation was cut off.
  const isComplete = () => existsSync(join(modules, '.package-lock.json')) && existsSync(binary)
  if (isComplete() && answer(binary).version === version) return binary

  const lock = join(root, '.cache', 'locks', 'runtime')
  return withLock(
    lock,
    async () => {
      if (!isComplete() || answer(binary).version !== version) {
        console.log(
          `This project needs Node.js ${MINIMUM_NODE} or newer and ${process.version} is running: installing ${version} into runtime/ (once, about 50 MB) ...`,
        )
        const begun = performance.now()
        await npmCi(folder, { isComplete: () => existsSync(binary), remedy: INSTALL_YOURSELF })
        console.log(`Node.js ${version} is installed (${((performance.now() - begun) / 1000).toFixed(1)} s).`)
      }
      const { version: installed, reason } = answer(binary)
      if (installed !== version)
        throw new PlainError(
          `The installed Node.js ${version} does not run on this machine: ${reason}\n${INSTALL_YOURSELF}`,
        )
      return binary
    },
    { onWait: () => console.log('Another start is installing Node.js: waiting for it ...') },
  )
}

/**
 * @param {string} folder `runtime/`
 * @param {string} platform as in process.platform
 * @param {string} arch as in process.arch
 * @returns {{ name: string, version: string }} the npm package that holds the binary, and its version as Node prints it
 */
export function packageFor(folder, platform, arch) {
  /** @type {Record<string, string>} */
  const offered = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).optionalDependencies
  const target = `${platform === 'win32' ? 'win' : platform}-${arch}`
  const name = [`node-${target}`, `node-bin-${target}`].find((candidate) => offered[candidate])
  if (!name)
    throw new PlainError(
      `${process.version} is too old and there is no ready Node.js for ${target} here.\n${INSTALL_YOURSELF}`,
    )
  return { name, version: `v${offered[name]}` }
}

/** @param {string} binary @returns {{ version: string, reason: string }} what it prints for --version, or why it did not */
function answer(binary) {
  const { error, status, signal, stdout, stderr } = spawnSync(binary, ['--version'], { encoding: 'utf8' })
  const version = status === 0 ? stdout.trim() : ''
  return {
    version,
    reason: error?.message ?? (stderr.trim() || `it ended with ${signal ?? status} and printed "${version}"`),
  }
}
