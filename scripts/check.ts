import { endLike, stopSignal } from './launch/follow.mjs'
import { runChecks } from './run-checks.ts'

export async function run(): Promise<void> {
  const { broken } = await runChecks()
  const signal = stopSignal()
  if (signal) await endLike({ code: null, signal })
  if (broken.length > 0) process.exitCode = 1
}
