import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptInstall } from './apt-install.ts'
import { PlainError } from './launch/plain-error.mjs'
import { packagedBrowser } from './packaged-browser.ts'
import { programVersion } from './program-version.ts'

export type Browser = { path: string; version: string }

const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser', 'chrome']
const MAC = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
const WINDOWS = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].map((variable) =>
  join(process.env[variable] ?? '', 'Google', 'Chrome', 'Application', 'chrome.exe'),
)

/**
 * A Chromium or Chrome for the journeys: the one that CHROMIUM_PATH names, one that is installed, one that the system's
 * packages give, and on Linux without root rights one out of an npm package.
 * @throws {PlainError} with what was tried and how to get one
 */
export async function findBrowser(): Promise<Browser> {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    const browser = browserAt(chosen)
    if (!browser) throw new PlainError(`CHROMIUM_PATH names ${chosen}, which does not run as a browser.`)
    return browser
  }
  return installedBrowser() ?? (await newBrowser())
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
  const refusals: string[] = []
  if (process.platform === 'linux') {
    const refusal = await aptInstall(['chromium', 'fonts-liberation'], { sudoToo: true })
    const installed = installedBrowser()
    if (installed) return installed
    refusals.push(`The system's package chromium: ${refusal ?? 'it brings no browser that runs'}.`)
    const path = await packagedBrowser().catch((error: Error) => {
      refusals.push(error.message)
      return null
    })
    const packaged = path ? browserAt(path) : null
    if (packaged) return packaged
    if (path) refusals.push(`${path} does not run here`)
  }
  throw new PlainError(
    [
      'No Chromium or Chrome was found for the browser journeys.',
      ...refusals.map((refusal) => `  ${refusal.replaceAll('\n', '\n  ')}`),
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
