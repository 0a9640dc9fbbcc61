import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { projectRoot } from '../project-root.ts'
import { oldNode, startProgram, survives } from '../testing/program.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { packageFor } from './install-runtime.mjs'

/** `npm test -- --all` */
const isWhole = process.env.TEST_ALL === '1'
const { name, version } = packageFor(join(projectRoot, 'runtime'), process.platform, process.arch)
const launcher = oldNode() ?? process.execPath
const url = (file: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, file)).href)

/** Stands in for the downloaded Node: the one that runs this test, under the asked version number. */
const MODERN = `#!/bin/sh
if [ "$1" = --version ]; then echo VERSION; else MODERN=1 exec '${process.execPath}' "$@"; fi
`

/**
 * A project whose entry finds every Node too old but the one in its runtime folder. Its npm installs that one in half a
 * second, writing down each of its own runs.
 */
function startLauncher(body: string, { modern = MODERN.replace('VERSION', version), npm = '', packages = {} } = {}) {
  const folder = temporaryFolder({
    'package-lock.json': JSON.stringify({ packages }),
    'runtime/package.json': JSON.stringify({ optionalDependencies: { [name]: version.slice(1) } }),
    modern,
    'npm-cli.js': `
      const { appendFileSync, copyFileSync, mkdirSync, writeFileSync } = require('node:fs')
      appendFileSync(__dirname + '/npm-runs', process.argv[2] + ' in ' + process.cwd() + '\\n')
      ${npm}
      mkdirSync('node_modules/${name}/bin', { recursive: true })
      setTimeout(() => {
        copyFileSync(__dirname + '/modern', 'node_modules/${name}/bin/node')
        writeFileSync('node_modules/.package-lock.json', '{}')
      }, 500)`,
    'entry.mjs': `
      import ${url('lifeline.mjs')}
      import { ensureModernNode } from ${url('ensure-modern-node.mjs')}
      const minimum = process.env.MODERN ? 1 : 1000
      const root = import.meta.dirname
      await ensureModernNode({ root, entry: root + '/entry.mjs', args: process.argv.slice(2), minimum })
      ${body}`,
  })
  chmodSync(join(folder, 'npm-cli.js'), 0o755)
  const start = (...args: string[]) =>
    startProgram(launcher, ['--max-semi-space-size=8', join(folder, 'entry.mjs'), ...args], {
      npm_execpath: join(folder, 'npm-cli.js'),
    })
  /** how often npm ran in runtime/, and in the project's own folder */
  const runs = () => {
    const lines = readFileSync(join(folder, 'npm-runs'), 'utf8').trim().split('\n')
    const inFolder = (path: string) => lines.filter((line) => line === `ci in ${path}`).length
    return { runtime: inFolder(join(folder, 'runtime')), project: inFolder(folder) }
  }
  return { folder, start, runs }
}

test('an old Node installs the modern one and the packages once and goes on under it, with arguments, those of Node too, and exit code', async () => {
  const { start, runs } = startLauncher(
    `console.log(process.version, [...process.execArgv, ...process.argv.slice(2)].join('+')); process.exit(5)`,
  )
  for (const tries of [1, 2]) {
    const program = start('one', `${tries}`)
    expect(await program.ending).toEqual({ code: 5, signal: null })
    expect(program.output()).toContain(`${process.version} --max-semi-space-size=8+one+${tries}`)
  }
  expect(runs()).toEqual({ runtime: 1, project: 1 })
})

test('packages that npm would leave out under the old Node are left to the modern one', async () => {
  const compiled = { os: [process.platform], cpu: [process.arch], engines: { node: '>=1000.1.0' } }
  const { start, runs } = startLauncher('process.exit(0)', { packages: { 'node_modules/compiled': compiled } })
  expect(await start().ending).toEqual({ code: 0, signal: null })
  expect(runs()).toEqual({ runtime: 1, project: 0 })
})

test('starts at the same time install once between them', async () => {
  const { start, runs } = startLauncher(`console.log('modern', process.env.MODERN)`)
  const programs = [start(), start(), start()]
  for (const program of programs) {
    expect(await program.ending).toEqual({ code: 0, signal: null })
    expect(program.output()).toContain('modern 1')
  }
  expect(runs()).toEqual({ runtime: 1, project: 1 })
})

test.skipIf(!isWhole)('an installation that was cut off is made again', async () => {
  const { folder, start, runs } = startLauncher('process.exit(0)')
  await start().ending
  writeFileSync(join(folder, 'runtime', 'node_modules', name, 'bin', 'node'), 'half a file')
  expect(await start().ending).toEqual({ code: 0, signal: null })
  expect(runs()).toEqual({ runtime: 2, project: 1 })
})

test.skipIf(!isWhole)('the folder of the Node that runs comes first on PATH', async () => {
  const { start } = startLauncher(`import { dirname } from 'node:path'
    console.log('first', process.env.PATH.startsWith(dirname(process.execPath)))`)
  await start().printed(/first true/)
})

test('an npm that fails ends the start with its reason, never under the old Node', async () => {
  const npm = `console.error('npm error code ENOTFOUND'); process.exit(1)`
  const program = startLauncher(`console.log('went on')`, { npm }).start()
  expect((await program.ending).code).toBe(1)
  expect(program.output()).toMatch(/could not install[\s\S]*ENOTFOUND[\s\S]*Or install Node\.js \d+/)
  expect(program.output()).not.toContain('went on')
})

test.skipIf(!isWhole)('a binary that does not run here is said to be so', async () => {
  const modern = '#!/bin/sh\necho "no such loader" >&2\nexit 127\n'
  const program = startLauncher(`console.log('went on')`, { modern }).start()
  expect((await program.ending).code).toBe(1)
  expect(program.output()).toMatch(/does not run on this machine: no such loader/)
  expect(program.output()).not.toContain('went on')
})

test('signals reach the modern process, and it ends with a killed launcher', async () => {
  const { start } = startLauncher(`
    process.on('SIGTERM', () => process.exit(9))
    setTimeout(() => {}, 60_000)
    console.log('up', process.pid)`)
  const first = start()
  await first.printed(/up \d+/)
  first.child.kill('SIGTERM')
  expect(await first.ending).toEqual({ code: 9, signal: null })

  const second = start()
  const [, pid] = await second.printed(/up (\d+)/)
  second.child.kill('SIGKILL')
  expect(await survives(Number(pid))).toBe(false)
})
