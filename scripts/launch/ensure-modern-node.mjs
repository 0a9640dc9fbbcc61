// @ts-check
import { delimiter, dirname } from 'node:path'
import { endLike, follow } from './follow.mjs'
import { hasPackages, installPackages } from './install-packages.mjs'
import { installRuntime } from './install-runtime.mjs'
import { isNewEnough, MINIMUM_NODE } from './node-version.mjs'

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
 * Installs the Node of `runtime/` and, in a new folder, the packages beside it. npm leaves out what the running Node is too old for;
 * the program that is started then compares and installs again where that was so.
 * @param {string} root @returns {Promise<string>} the Node
 */
async function installBoth(root) {
  const packages = hasPackages(root) ? undefined : installPackages(root, () => hasPackages(root))
  const [runtime, installed] = await Promise.allSettled([installRuntime(root), packages])
  if (runtime.status === 'rejected') throw runtime.reason
  if (installed.status === 'rejected') throw installed.reason
  return runtime.value
}
