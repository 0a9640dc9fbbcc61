import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { findBrowser } from './find-browser.ts'

function choose(path: string) {
  vi.stubEnv('CHROMIUM_PATH', path)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
}

test('CHROMIUM_PATH decides', async () => {
  const path = join(temporaryFolder({ browser: '#!/bin/sh\necho "Chromium 156.0.1.2 built on Debian"\n' }), 'browser')
  choose(path)
  expect(await findBrowser()).toEqual({ path, version: '156.0.1.2' })
})

test.each(['#!/bin/sh\nexit 1\n', '#!/bin/sh\necho nothing\n'])(
  'a CHROMIUM_PATH that is no browser is refused',
  async (program) => {
    choose(join(temporaryFolder({ browser: program }), 'browser'))
    await expect(findBrowser()).rejects.toThrow('does not run as a browser')
  },
)

test('a CHROMIUM_PATH that is not there is refused', async () => {
  choose('/nowhere/chromium')
  await expect(findBrowser()).rejects.toThrow('CHROMIUM_PATH names /nowhere/chromium')
})
