import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { isOfServer, serverArguments } from './dev.ts'
import { startProgram, survives } from './testing/program.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

/** A program under `runAgain`, with a source and a test of it; prints `started N` and the process's id. */
function startDev(program = '', flags: string[] = []) {
  const folder = temporaryFolder({
    'sources/program.ts': `
      import { x } from './value.ts'
      ${program}
      console.log('started', x, 'process', process.pid)
      setTimeout(() => {}, 60_000)`,
    'sources/value.ts': 'export const x: number = 1',
    'sources/value.test.ts': '',
    'dev.mjs': `
      import { runAgain } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'dev.ts')).href)}
      const here = (name) => import.meta.dirname + '/sources' + name
      await runAgain({ folders: [here('')], arguments: [...${JSON.stringify(flags)}, here('/program.ts')], env: {} })`,
  })
  const save = (name: string, text: string) => writeFileSync(join(folder, 'sources', name), text)
  return { save, ...startProgram(process.execPath, [join(folder, 'dev.mjs')]) }
}

// with `npm test -- --all`: for seconds it sees that nothing happens
test.skipIf(process.env.TEST_ALL !== '1')(
  'a saved source restarts the server, a saved test does not',
  async () => {
    const dev = startDev()
    const [, first] = await dev.printed(/started 1 process (\d+)/)
    dev.save('value.test.ts', 'export {}')
    expect(await survives(Number(first))).toBe(true)
    dev.save('value.ts', 'export const x: number = 2')
    const [, second] = await dev.printed(/started 2 process (\d+)/)
    expect(await survives(Number(first))).toBe(false)
    dev.save('later.ts', 'export const later = 3')
    await dev.printed(/later\.ts changed/)
    dev.child.kill('SIGTERM')
    expect(await dev.ending).toEqual({ code: null, signal: 'SIGTERM' })
    expect(await survives(Number(second))).toBe(false)
  },
  60_000,
)

test('a server that fails is started again after the next change', async () => {
  const dev = startDev('if (x === 1) throw new Error("not yet")')
  await dev.printed(/It starts again when a source changes/)
  dev.save('value.ts', 'export const x: number = 2')
  await dev.printed(/started 2/)
  dev.child.kill('SIGINT')
  expect(await dev.ending).toEqual({ code: null, signal: 'SIGINT' })
}, 60_000)

test('the server ends when the command is killed', async () => {
  const dev = startDev()
  const [, server] = await dev.printed(/started 1 process (\d+)/)
  dev.child.kill('SIGKILL')
  expect(await survives(Number(server))).toBe(false)
}, 60_000)

test('the debugger is that of the server', async () => {
  const inspected = 'import { url } from "node:inspector"; console.log("inspector", url());'
  const dev = startDev(inspected, ['--inspect=127.0.0.1:0'])
  await dev.printed(/inspector ws:\/\/127\.0\.0\.1:\d+/)
  expect(dev.output().match(/Debugger listening/g)).toHaveLength(1)
}, 60_000)

test('arguments are those of the debugger alone', () => {
  expect(serverArguments(['--inspect=9230'])).toEqual(['--inspect=9230', expect.stringMatching(/main\.ts$/)])
  expect(() => serverArguments(['--port=80'])).toThrow('npm run dev does not know --port=80')
})

test.each([
  ['features/reviews/vote-for-review.ts', true],
  ['features/reviews/vote-for-review.test.ts', false],
  ['adapters/payments/conformance.ts', false],
  ['fixtures/child.ts', false],
  ['features/search/data/words.json', true],
  ['db/README.md', false],
])('of the server is %s: %s', (file, expected) => expect(isOfServer(file)).toBe(expected))
