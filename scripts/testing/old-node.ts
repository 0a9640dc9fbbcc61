import { delimiter, join } from 'node:path'
import { isNewEnough } from '../launch/node-version.mjs'
import { programVersion } from '../program-version.ts'

/** A Node on this machine that is older than we need, or null. */
export function oldNode(): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter).filter(Boolean)) {
    const node = join(folder, 'node')
    const version = programVersion(node)
    if (version && !isNewEnough(version)) return node
  }
  return null
}
