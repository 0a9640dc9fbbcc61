import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchesLock } from './installed-packages.ts'
import { withLock } from './launch/lock.mjs'
import { npmCi } from './launch/npm-ci.mjs'

/**
 * Runs `npm ci` when node_modules is missing or is not what the lock file asks for. An installation made by hand that is
 * right is left alone, even in a folder that cannot be written to. Throws a PlainError when npm cannot do it.
 */
export async function ensureDependencies(root: string): Promise<void> {
  if (isFresh(root)) return
  const lock = join(root, '.cache', 'locks', 'node_modules')
  const onWait = () => console.log('Another start is installing the packages: waiting for it ...')
  const install = async () => {
    if (isFresh(root)) return
    console.log('Installing the packages (npm ci) ...')
    await npmCi(root, { isComplete: () => existsSync(hiddenLockOf(root)) })
    writeFileSync(stampOf(root), fingerprint(root))
  }
  await withLock(lock, install, { onWait })
}

/** Whether node_modules is what the manifests and the lock file ask for on this machine. */
export function isFresh(root: string): boolean {
  if (!existsSync(hiddenLockOf(root))) return false
  const now = fingerprint(root)
  if (existsSync(stampOf(root)) && readFileSync(stampOf(root), 'utf8') === now) return true
  if (!matchesLock(root)) return false
  try {
    writeFileSync(stampOf(root), now)
  } catch {
    // Somebody else's folder: the comparison is simply made again at the next start.
  }
  return true
}

/** npm's own record of what it installed. It is written last and removed first, so a cut-off installation has none. */
function hiddenLockOf(root: string): string {
  return join(root, 'node_modules', '.package-lock.json')
}

function stampOf(root: string): string {
  return join(root, 'node_modules', '.virtual-courses')
}

/** Of everything the decision depends on: what is asked for, what npm says is there, and the kind of machine. */
function fingerprint(root: string): string {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const manifests = ['.', ...workspaces].map((folder) => join(root, folder, 'package.json'))
  for (const file of [...manifests, join(root, 'package-lock.json'), hiddenLockOf(root)]) {
    hash.update('\0').update(readFileSync(file))
  }
  return hash.digest('hex')
}
