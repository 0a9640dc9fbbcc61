// @ts-check
import { delimiter, dirname } from 'node:path'
import { endLike, follow } from './follow.mjs'
import { installRuntime } from './install-runtime.mjs'
import { isNewEnough, MINIMUM_NODE } from './node-version.mjs'

/**
 * Returns when the running Node is new enough. Otherwise it runs `entry` under the Node in `runtime/`, lends it this
 * terminal and ends the way it ends; it never goes on under the old one.
 * @param {{ root: string, entry: string, args: string[], minimum?: number }} start
 */
export async function ensureModernNode({ root, entry, args, minimum = MINIMUM_NODE }) {
  if (!isNewEnough(process.version, minimum)) {
    const binary = await installRuntime(root)
    await endLike(await follow(binary, [entry, ...args]))
  }
  // npm and every program started from here must find this Node, not the one of the machine.
  const folder = dirname(process.execPath)
  const path = (process.env.PATH ?? '').split(delimiter)
  if (path[0] !== folder) process.env.PATH = [folder, ...path].join(delimiter)
}
