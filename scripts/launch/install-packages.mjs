// @ts-check
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { npmCi } from './npm-ci.mjs'

/**
 * Installs the packages of the project, one process at a time, unless `isThere` says that nothing is to be done, which it is asked when
 * it is our turn.
 * @param {string} root the project folder
 * @param {() => boolean} isThere
 * @throws {PlainError} when npm cannot do it
 */
export async function installPackages(root, isThere) {
  const lock = join(root, '.cache', 'locks', 'node_modules')
  const onWait = () => console.log('Another start is installing the packages: waiting for it ...')
  const install = async () => {
    if (isThere()) return
    console.log('Installing the packages (npm ci) ...')
    const begun = performance.now()
    await npmCi(root, { isComplete: () => hasPackages(root) })
    console.log(`The packages are installed (${((performance.now() - begun) / 1000).toFixed(1)} s).`)
  }
  await withLock(lock, install, { onWait })
}

/** Whether an installation was finished there, right or wrong: npm writes its own record last and removes it first. @param {string} root */
export function hasPackages(root) {
  return existsSync(recordOf(root))
}

/** npm's own record of what it installed. @param {string} root */
export function recordOf(root) {
  return join(root, 'node_modules', '.package-lock.json')
}
