import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { ensureDependencies, isFresh } from './ensure-dependencies.ts'

const zod = { version: '4.0.0', integrity: 'sha512-a' }
const lock = JSON.stringify({ packages: { '': {}, web: {}, 'node_modules/zod': zod } })
const record = JSON.stringify({ packages: { web: {}, 'node_modules/zod': zod } })

/** A project whose npm "installs" what `installs` says and counts its runs. */
function project(installs = record) {
  const root = temporaryFolder({
    'package.json': '{"workspaces":["web"]}',
    'web/package.json': '{}',
    'package-lock.json': lock,
    'npm-cli.js': `
      const { appendFileSync, mkdirSync, rmSync, writeFileSync } = require('node:fs')
      appendFileSync(__dirname + '/npm-runs', 'x')
      rmSync('node_modules', { recursive: true, force: true })
      mkdirSync('node_modules')
      writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(installs)})`,
  })
  vi.spyOn(console, 'log').mockReturnValue()
  vi.stubEnv('npm_execpath', join(root, 'npm-cli.js'))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })
  const runs = () => (existsSync(join(root, 'npm-runs')) ? readFileSync(join(root, 'npm-runs'), 'utf8').length : 0)
  return { root, runs, write: (file: string, text: string) => writeFileSync(join(root, file), text) }
}

test('packages are installed when they are missing, and only then', async () => {
  const { root, runs } = project()
  expect(isFresh(root)).toBe(false)
  await ensureDependencies(root)
  await ensureDependencies(root)
  expect(runs()).toBe(1)
  expect(isFresh(root)).toBe(true)
})

test('an installation made by hand that is right is taken as it is', async () => {
  const { root, runs } = project()
  await ensureDependencies(root)
  rmSync(join(root, 'node_modules', '.virtual-courses'))
  await ensureDependencies(root)
  expect(runs()).toBe(1)
})

test('a changed lock file installs again', async () => {
  const { root, runs, write } = project()
  await ensureDependencies(root)
  write('package-lock.json', lock.replace('4.0.0', '4.0.1'))
  await ensureDependencies(root)
  expect(runs()).toBe(2)
})

test('a manifest that changes nothing about packages installs nothing', async () => {
  const { root, runs, write } = project()
  await ensureDependencies(root)
  write('web/package.json', '{"description":"the web app"}')
  await ensureDependencies(root)
  expect(runs()).toBe(1)
})

test('packages changed behind our back are noticed', async () => {
  const { root, runs, write } = project()
  await ensureDependencies(root)
  write('node_modules/.package-lock.json', record.replace('4.0.0', '3.0.0'))
  await ensureDependencies(root)
  expect(runs()).toBe(2)
})

test('what npm installed counts, even where the comparison cannot follow it', async () => {
  const { root, runs } = project(record.replace('4.0.0', '4.0.0-odd'))
  await ensureDependencies(root)
  await ensureDependencies(root)
  expect(runs()).toBe(1)
})
