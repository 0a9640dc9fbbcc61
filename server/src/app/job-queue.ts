import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { runAs, splitOrigin, withOrigin } from '#core/current-work.ts'
import type { Executor } from '#core/executor.ts'
import { attachQueue, type JobHandler } from '#core/jobs.ts'
import { jobSeconds } from '#core/metrics.ts'
import { isInTransaction } from '#core/transact.ts'
import type { OpenDatabase } from '#db/open-database.ts'
import type { Tracing } from '#ports/tracing.ts'
import type { PostgresListener } from '#realtime/postgres-listener.ts'

/** Number of jobs that are due or running, and how long the oldest one has been. */
export type QueueDepth = { state: string; jobs: number; oldestSeconds: number }

export type JobQueue = {
  depth(): Promise<QueueDepth[]>
  /** Starts the workers; call once, in processes that run jobs. */
  work(handlers: readonly JobHandler[]): Promise<void>
  /** Waits some seconds for running jobs; unfinished jobs run again after the next start. */
  stop(): Promise<void>
}

export type QueueOptions = {
  /** `tx.enqueue` and `enqueue` of this database write to the queue */
  database: Pick<OpenDatabase, 'db' | 'pool'>
  /** this process runs jobs and maintains the queue's tables */
  worker: boolean
  /** the database is the embedded one, which vacuums itself */
  embedded: boolean
  /** listens to a database channel, so that jobs of other processes are fetched at once */
  listen?: PostgresListener['listen'] | undefined
  log: (level: 'info' | 'warn' | 'error', message: string, details?: object) => void
  tracing?: Tracing | undefined
}

const embeddedSettings = { backend: 'pglite', monitorVacuum: false, reindex: false } as const
const pollSeconds = 5
/** Seconds after which a running job counts as failed and is retried. */
const expireSeconds = 15 * 60
/**
 * On a shared database a job fails when its worker has sent no heartbeat for this long; workers look for such jobs, and have
 * them run again, every `deadWorkerSeconds`. Together they keep a job of a dead worker waiting for less than 30 s.
 */
const heartbeatSeconds = 15
const deadWorkerSeconds = 5
/** What pg-boss stores for a job whose worker sent no heartbeat. */
const heartbeatLost = 'job heartbeat timeout'

/** Whether `stored` has all `settings`, with the same values. */
const isMatch = (stored: object, settings: object): boolean =>
  Object.entries(settings).every(([name, value]) => Reflect.get(stored, name) === value)

const noSuchJob = '00000000-0000-4000-8000-000000000000'

const throughExecutor = (on: Executor) => ({
  async executeSql(text: string, values: unknown[] = []) {
    const { rows } = await on.executeQuery(CompiledQuery.raw(text, values))
    return { rows: rows as Record<string, unknown>[] } // rows of SQL that the queue wrote itself
  },
})

/** Opens the durable job queue on the same database. `kinds` are the handlers of all kinds of jobs. */
export async function openQueue(options: QueueOptions, kinds: readonly JobHandler[]): Promise<JobQueue> {
  const { log, worker, listen } = options
  const { db, pool } = options.database
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values) => {
        // The embedded database has one connection, which the transaction uses.
        if (isInTransaction()) throw new Error('The job queue was asked for the database inside a transaction')
        return pool.query(text, values)
      },
      ...(listen && { listen }),
    },
    useListenNotify: worker && listen !== undefined,
    schema: 'jobs',
    supervise: worker,
    schedule: worker,
    ...(options.embedded
      ? embeddedSettings
      : { superviseIntervalSeconds: deadWorkerSeconds, monitorIntervalSeconds: deadWorkerSeconds }),
  })
  boss.on('error', (error) => log('error', 'the job queue had a problem', { error: error.message }))
  await boss.start()
  const stored = new Map((await boss.getQueues()).map((queue): [string, object] => [queue.name, queue]))
  for (const { kind } of kinds) {
    const settings = {
      retryLimit: kind.retries,
      retryDelay: kind.retrySeconds,
      retryBackoff: true,
      expireInSeconds: expireSeconds,
      notify: !options.embedded,
      ...(!options.embedded && { heartbeatSeconds }),
    }
    const known = stored.get(kind.name)
    // what is as it was costs no query: there are dozens of kinds, and each start would hold up others that wait for their turn
    if (known && isMatch(known, settings)) continue
    if (known) await boss.updateQueue(kind.name, settings)
    else await boss.createQueue(kind.name, settings)
    // pg-boss queries a queue at its first use, on the pool. Inside a caller's transaction that would wait for the single
    // connection forever.
    await boss.findJobs(kind.name, { id: noSuchJob })
  }
  if (options.embedded) await retryInterrupted(boss, pool, log)
  const workers = new Map<string, string>()

  const wake = (name: string): void => {
    const id = workers.get(name)
    if (id) boss.notifyWorker(id)
  }

  /** A retry waits as long as its kind says; one that lost its worker for the first time does not. */
  async function retryLostJobs(): Promise<void> {
    const { rows } = await pool.query<{ name: string; id: string }>(
      `select name, id from jobs.job
       where state = 'retry' and retry_count = 0 and start_after > now() and output->'value'->>'message' = $1 limit 100`,
      [heartbeatLost],
    )
    for (const { name, id } of rows) {
      await boss.update({ name, options: { id, startAfter: new Date() } })
      wake(name)
    }
    if (rows.length > 0) log('warn', 'jobs of a worker that is gone run again', { count: rows.length })
  }
  let lost: NodeJS.Timeout | undefined

  attachQueue(db, {
    async insert(on, { kind, data, delaySeconds }) {
      await boss.send(kind.name, withOrigin(data), {
        db: throughExecutor(on),
        ...(delaySeconds !== undefined && { startAfter: delaySeconds }),
      })
    },
    wake: ({ kind, delaySeconds }) => {
      if (delaySeconds === undefined) wake(kind.name)
    },
  })

  /** Runs a job as a part of the work that has enqueued it. */
  async function runJob(name: string, job: { id: string; data: object }, run: JobHandler['run']): Promise<void> {
    const { data, origin } = splitOrigin(job.data)
    const attributes = { 'messaging.system': 'pg-boss', 'messaging.destination.name': name }
    const span = options.tracing?.open({
      name: `job ${name}`,
      kind: 'consumer',
      attributes,
      parent: origin.traceparent,
    })
    const begun = performance.now()
    const end = (outcome: 'done' | 'failed', error?: string): void => {
      jobSeconds.observe({ kind: name, outcome }, (performance.now() - begun) / 1000)
      span?.end({}, error)
    }
    await runAs({ ...origin, ...(span && { traceparent: span.traceparent }), job: name }, async () => {
      try {
        await run(data)
      } catch (error) {
        const { message } = error as Error // handlers throw errors
        log('error', 'a job failed', { job: name, id: job.id, error: message })
        end('failed', message)
        throw error
      }
    })
    end('done')
  }

  return {
    async depth() {
      const { rows } = await pool.query<QueueDepth>(
        `select state, count(*)::int as jobs,
           coalesce(extract(epoch from now() - min(start_after)), 0)::float8 as "oldestSeconds"
         from jobs.job where state in ('created', 'retry', 'active') and start_after <= now() group by state`,
      )
      return rows
    },
    async work(handlers) {
      for (const { kind, run, cron } of handlers) {
        const id = await boss.work<object>(
          kind.name,
          { pollingIntervalSeconds: pollSeconds, notifyPollingIntervalSeconds: pollSeconds, batchSize: 1 },
          async (jobs) => {
            for (const job of jobs) {
              try {
                await runJob(kind.name, job, run)
              } finally {
                // There may be more jobs: several inserts may have caused one wake-up only.
                wake(kind.name)
              }
            }
          },
        )
        workers.set(kind.name, id)
        if (cron) await boss.schedule(kind.name, cron, {})
      }
      if (options.embedded) return
      const retryLost = () =>
        retryLostJobs().catch((error: Error) =>
          log('warn', 'jobs of dead workers were not looked for', { error: error.message }),
        )
      lost = setInterval(() => void retryLost(), deadWorkerSeconds * 1000).unref()
    },
    async stop() {
      clearInterval(lost)
      await boss.stop({ graceful: true, timeout: 5000, close: false })
    },
  }
}

/**
 * Retries jobs that were running when the process died. Only for the embedded database, which no other process uses: a job that is active
 * before the workers start belonged to the dead process. The interrupted attempt counts as failed. The first retry runs at once, later ones
 * after the retry delay, and the last attempt is final.
 */
async function retryInterrupted(boss: PgBoss, pool: pg.Pool, log: QueueOptions['log']): Promise<void> {
  const { rows } = await pool.query<{ name: string; id: string; retry_count: number }>(
    `select name, id, retry_count from jobs.job where state = 'active'`,
  )
  for (const { name, id, retry_count } of rows) {
    await boss.fail(name, id, { message: 'the process ended while the job was running' })
    if (retry_count === 0) await boss.update({ name, options: { id, startAfter: new Date() } })
  }
  if (rows.length > 0)
    log('info', 'jobs that were interrupted by the end of the process are retried', { count: rows.length })
}
