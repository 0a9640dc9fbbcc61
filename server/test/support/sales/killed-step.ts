// A program: does one step of a purchase on a database, and is killed while its statement number `killAt` runs.
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { openQueue } from '#app/job-queue.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { openDatabase } from '#db/open-database.ts'
import { quietSandbox } from '../services/quiet-sandbox.ts'
import { type Step, steps } from './money-steps.ts'

const { url, keys, settings, now, payoutSecrets, name, killAt, input } = JSON.parse(process.argv[2] ?? '{}')
const database = openDatabase({ connectionString: url, max: 2 }, () => {})
await openQueue({ database, worker: false, embedded: false, log: () => {} }, [])
const payments = quietSandbox(database.db, keys)
const silent = () => {}
// what the steps use of the dependencies; the rest of the application would only cost time to load
const deps = {
  db: database.db,
  payments,
  clock: { now: () => new Date(now) },
  payoutSecrets,
  config: { TIME_ZONE: 'Asia/Kolkata' },
  settings: { current: () => settings },
  log: { info: silent, warn: silent, error: silent },
} as unknown as FeatureDeps

/** The queue sends statements by timers too, in the middle of a step or not at all: they are no part of it. */
const inStep = new AsyncLocalStorage<true>()

let statements = 0
const original = pg.Client.prototype.query
pg.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
  const result = Reflect.apply(original, this, given)
  if (!inStep.getStore()) return result
  // the statement is on its way: whether it is carried out is open, as with a real crash
  if (++statements === killAt) process.kill(process.pid, 'SIGKILL')
  return result
} as typeof original // the same parameters and result

const step: (deps: FeatureDeps, input: never) => Promise<unknown> = steps[name as Step] // the test names one of them
await inStep.run(true, () => step(deps, input as never))
process.stdout.write(`${statements} statements\n`)
process.exit(0)
