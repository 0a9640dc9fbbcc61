import { expect, test } from 'vitest'
import { matchesLock } from '../prepare/ensure-dependencies.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const machine = { os: 'linux', cpu: 'x64', libc: 'glibc' }
const zod = { version: '4.0.0', integrity: 'sha512-a' }
const binding = {
  version: '1.0.0',
  integrity: 'sha512-b',
  optional: true,
  os: ['linux'],
  cpu: ['x64'],
  libc: ['glibc'],
}
const foreign = { ...binding, os: ['darwin'], libc: undefined }
const helper = { version: '2.0.0', integrity: 'sha512-c', optional: true }
const locked = {
  '': { dependencies: {} },
  web: { dependencies: { zod: '4.0.0' } },
  'node_modules/web': { resolved: 'web', link: true },
  'node_modules/zod': zod,
  'node_modules/binding': binding,
  'node_modules/foreign': foreign,
  'node_modules/helper': helper,
}
const installed = {
  web: {},
  'node_modules/web': { resolved: 'web', link: true },
  'node_modules/zod': zod,
  'node_modules/binding': binding,
}

function project({ there = installed as object, asked = locked as object, web = { dependencies: { zod: '4.0.0' } } }) {
  return temporaryFolder({
    'package.json': '{}',
    'web/package.json': JSON.stringify(web),
    'package-lock.json': JSON.stringify({ packages: asked }),
    'node_modules/.package-lock.json': JSON.stringify({ packages: there }),
  })
}

test('everything for this machine is there', () => {
  expect(matchesLock(project({}), machine)).toBe(true)
})

test.each([
  ['a package is missing', { ...installed, 'node_modules/zod': undefined }],
  ['a package has another version', { ...installed, 'node_modules/zod': { ...zod, version: '3.0.0' } }],
  ['a package has other contents', { ...installed, 'node_modules/zod': { ...zod, integrity: 'sha512-x' } }],
  ['the binary for this machine was left out', { ...installed, 'node_modules/binding': undefined }],
  ['a package is there that no one asked for', { ...installed, 'node_modules/old': zod }],
  ['a workspace is not linked', { ...installed, 'node_modules/web': zod }],
])('%s', (_, there) => {
  expect(matchesLock(project({ there }), machine)).toBe(false)
})

test.each([
  ['the C library', { ...machine, libc: 'musl' }],
  ['the processor', { ...machine, cpu: 'arm64' }],
])('what is for a machine that differs in %s is not needed', (_, other) => {
  const there = { ...installed, 'node_modules/binding': undefined }
  expect(matchesLock(project({ there }), other)).toBe(true)
})

test('an excluded machine needs it not', () => {
  const asked = { ...locked, 'node_modules/binding': { ...binding, os: ['!linux'], libc: undefined } }
  const there = { ...installed, 'node_modules/binding': undefined }
  expect(matchesLock(project({ asked, there }), machine)).toBe(true)
})

test('a manifest that asks for more than the lock file does not match', () => {
  expect(matchesLock(project({ web: { dependencies: { zod: '4.0.1' } } }), machine)).toBe(false)
})
