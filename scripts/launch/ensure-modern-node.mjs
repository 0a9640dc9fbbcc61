// @ts-check
import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { endLike, follow } from './follow.mjs'
import { hasPackages, installPackages } from './install-packages.mjs'
import { installRuntime } from './install-runtime.mjs'
import { isInRange, isNewEnough, MINIMUM_NODE } from './node-version.mjs'

/**
 * Returns when the running Node is new enough. Otherwise it runs `entry` under the Node in `runtime/` with the same arguments of
 * Node, lends it this terminal and ends the way it ends; it never goes on under the old one.
 * @param {{ root: string, entry: string, args: string[], minimum?: number }} start
 */
export async function ensureModernNode({ root, entry, args, minimum = MINIMUM_NODE }) {
  if (!isNewEnough(process.version, minimum)) {
    const binary = await installBoth(root)
    await endLike(await follow(binary, [...process.execArgv, entry, ...args]))
  }
  // npm and every program started from here must find this Node, not the one of the machine.
  const folder = dirname(process.execPath)
  const path = (process.env.PATH ?? '').split(delimiter)
  if (path[0] !== folder) process.env.PATH = [folder, ...path].join(delimiter)
}

/**
 * Installs the Node of `runtime/` and, in a new folder, the packages beside it. Where npm would leave out some that the running Node is
 * too old for, the program that is started installs them: otherwise all would be installed twice.
 * @param {string} root @returns {Promise<string>} the Node
 */
async function installBoth(root) {
  const later = hasPackages(root) || leavesOut(root)
  const packages = later ? undefined : installPackages(root, () => hasPackages(root))
  const [runtime, installed] = await Promise.allSettled([installRuntime(root), packages])
  if (runtime.status === 'rejected') throw runtime.reason
  if (installed.status === 'rejected') throw installed.reason
  return runtime.value
}

/**
 * Whether the lock file has a package for this kind of machine, such as a compiled one, that the running Node is too old for.
 * @param {string} root
 */
function leavesOut(root) {
  /** @type {{ packages: Record<string, { os?: string[], cpu?: string[], engines?: { node?: string } }> }} */
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.values(packages).some(
    ({ os, cpu, engines }) =>
      os?.includes(process.platform) &&
      (cpu?.includes(process.arch) ?? true) &&
      engines?.node &&
      !isInRange(process.version, engines.node),
  )
}
