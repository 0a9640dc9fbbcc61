import { afterAll, afterEach } from 'vitest'

/** A line that the application of a test has logged. */
export type LogLine = { level: number; msg: string; err?: { stack?: string; message?: string } }

const errorLevel = 50
const most = 20
const kept: unique symbol = Symbol.for('virtual-courses.logged-errors')
// a setup file, and the files of the tests, have modules of their own
const shared = globalThis as { [kept]?: string[] }

/** Keeps a logged error until the test has ended: of a 500 a client gets one sentence for everyone, and the cause is logged. */
export function keepError({ level, msg, err }: LogLine): void {
  if (level < errorLevel || !err) return
  shared[kept] ??= []
  if (shared[kept].length < most) shared[kept].push([msg, err.stack ?? err.message].filter(Boolean).join('\n'))
}

function print(where: string): void {
  for (const error of shared[kept] ?? []) console.error(`logged ${where}: ${error}`)
}

/** In a setup file: prints the errors that a test has logged when it failed, and those of hooks when no test was reached. */
export function printFailures(): void {
  let reached = false
  afterEach(({ task }) => {
    reached = true
    if (task.result?.state === 'fail') print(`by the test "${task.name}"`)
    shared[kept] = []
  })
  afterAll(() => {
    if (!reached) print('before the first test')
    shared[kept] = []
  })
}
