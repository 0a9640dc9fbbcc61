import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { follow } from '../launch/follow.mjs'
import { withLock } from '../launch/lock.mjs'
import { npmCi } from '../launch/npm-ci.mjs'
import { PlainError } from '../launch/plain-error.mjs'
import { projectRoot } from '../project-root.ts'
import { aptInstall, programVersion } from './system-programs.ts'

export type Browser = { path: string; version: string }

const SHELL = 'chromium-headless-shell'

/** The headless shell first: it has no window, and none of the parts of a browser that a test has no use for. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'google-chrome',
  'google-chrome-stable',
  'chromium-browser',
  'chrome',
]
const MAC = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
const WINDOWS = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].map((variable) =>
  join(process.env[variable] ?? '', 'Google', 'Chrome', 'Application', 'chrome.exe'),
)

/**
 * Returns a Chromium or Chrome for the end-to-end tests: the one that CHROMIUM_PATH names, one that is installed, one that the
 * system's packages give, and on Linux without root rights one out of an npm package. On Debian as root the headless shell is
 * installed beside a full browser.
 * @throws {PlainError} with what was tried and how to get one
 */
export async function findBrowser(): Promise<Browser> {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    const browser = browserAt(chosen)
    if (!browser) throw new PlainError(`CHROMIUM_PATH names ${chosen}, which does not run as a browser.`)
    return browser
  }
  const installed = installedBrowser()
  const canReplace = installed?.path === '/usr/bin/chromium' && process.getuid?.() === 0
  if (installed && !(canReplace && isOffered(SHELL))) return installed
  return newBrowser()
}

/** Whether Debian's package lists have the package; Ubuntu has no headless shell. */
function isOffered(debianPackage: string): boolean {
  return spawnSync('apt-cache', ['show', debianPackage], { stdio: 'ignore' }).status === 0
}

function installedBrowser(): Browser | null {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter).filter(Boolean)]
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  const places = { darwin: [...MAC, ...onPath], win32: WINDOWS }[process.platform as string] ?? onPath
  for (const place of places) {
    const browser = browserAt(place)
    if (browser) return browser
  }
  return null
}

async function newBrowser(): Promise<Browser> {
  const problems: string[] = []
  if (process.platform === 'linux') {
    const problem = await aptInstall([isOffered(SHELL) ? SHELL : 'chromium', 'fonts-liberation'], { sudoToo: true })
    const installed = installedBrowser()
    if (installed) return installed
    problems.push(`The system's package: ${problem ?? 'it brings no browser that runs'}.`)
    const path = await packagedBrowser().catch((error: Error) => {
      problems.push(error.message)
      return null
    })
    const packaged = path ? browserAt(path) : null
    if (packaged) return packaged
    if (path) problems.push(`${path} does not run here`)
  }
  throw new PlainError(
    [
      'No Chromium or Chrome was found for the end-to-end tests.',
      ...problems.map((problem) => `  ${problem.replaceAll('\n', '\n  ')}`),
      'Install one (Debian, Ubuntu: "sudo apt-get install chromium"; elsewhere https://www.google.com/chrome), or name one in CHROMIUM_PATH.',
    ].join('\n'),
  )
}

function browserAt(path: string): Browser | null {
  if (!existsSync(path)) return null
  // On Windows the program prints nothing; that it is there must do.
  const version = process.platform === 'win32' ? 'unknown' : programVersion(path)
  return version ? { path, version } : null
}

const packageFolder = join(projectRoot, 'runtime', 'browser')
const unpacked = join(projectRoot, '.cache', 'browser')

/**
 * The headless Chromium that `runtime/browser/` names, with the libraries and fonts that a bare Linux lacks. Installed on
 * the first call (about 70 MB, 220 MB unpacked). Resolves to the path of a program to start it with.
 * @throws {PlainError} on other machines than Linux on x64, or when it cannot be installed
 */
async function packagedBrowser(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new PlainError(`There is no packaged Chromium for ${process.platform} on ${process.arch}.`)
  }
  const program = join(unpacked, 'chromium-headless')
  if (existsSync(program)) return program
  return withLock(join(projectRoot, '.cache', 'locks', 'browser'), async () => {
    if (existsSync(program)) return program
    console.log('Installing a headless Chromium into runtime/browser/ (once, about 70 MB) ...')
    await npmCi(packageFolder)
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
    cwd: packageFolder,
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
