import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const file = resolve(import.meta.dirname, 'logger.ts')

type Line = { level: number; time: string; msg: string; number?: number; body?: object }

/** Runs a program that has a logger `log`; returns the lines of its standard output. */
const linesOf = (program: string): Promise<Line[]> =>
  new Promise((done) => {
    const begin = `const { createLogger } = await import(${JSON.stringify(file)}); const log = await createLogger({ LOG_LEVEL: 'info' });`
    const child = execFile(
      process.execPath,
      ['--input-type=module', '-e', begin + program],
      { maxBuffer: 2 ** 26 },
      (_error, stdout) => done(stdout.split('\n').flatMap((line) => (line ? [JSON.parse(line) as Line] : []))), // our lines
    )
    child.stdin?.end()
  })

const many = 2000
const all = Array.from({ length: many }, (_, number) => number)

test.each([
  ['process.exit(0)', 'exits at once'],
  ['', 'has nothing left to do'],
  ["throw new Error('broken')", 'crashes'],
  ['setTimeout(() => process.exit(0), 1100)', 'exits after the buffer was written'],
])('loses no line when the process %s (%s)', async (end) => {
  const lines = await linesOf(`for (let number = 0; number < ${many}; number++) log.info({ number }, 'one'); ${end}`)
  expect(lines.map(({ number }) => number)).toEqual(all)
})

test('writes a line within two seconds, and a fatal one at once', async () => {
  const soon = await linesOf("log.info('soon'); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2000)")
  expect(soon.map(({ msg }) => msg)).toEqual(['soon'])
  const atOnce = await linesOf("log.info('before'); log.fatal('at once'); process.kill(process.pid, 'SIGKILL')")
  expect(atOnce.map(({ msg }) => msg)).toEqual(['before', 'at once'])
})

test('writes the time of each line in ISO 8601, and no secrets', async () => {
  const before = Date.now()
  const [first, second] = await linesOf(
    "log.info({ body: { password: 'x', name: 'Asha' } }, 'one'); setTimeout(() => log.info('two'), 30)",
  )
  expect(first?.body).toEqual({ name: 'Asha' })
  const [one, two] = [first, second].map((line) => Date.parse(line?.time ?? ''))
  expect(first?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(one).toBeGreaterThanOrEqual(before)
  expect(two).toBeGreaterThan(one ?? Number.NaN)
})
