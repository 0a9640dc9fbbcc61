import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Executor } from '#core/executor.ts'
import { attachQueue, type JobHandler } from '#core/jobs.ts'
import { isInTransaction } from '#core/transact.ts'
import type { OpenDatabase } from '#db/open-database.ts'
import type { PostgresListener } from '#realtime/postgres-listener.ts'

export type JobQueue = {
  /** Takes up work; call once, in processes that do jobs. */
  work(handlers: readonly JobHandler[]): Promise<void>
  /** Lets running jobs finish for a moment; what is left over is done after the next start. */
  stop(): Promise<void>
}

export type QueueOptions = {
  /** `tx.enqueue` and `enqueue` of this database write to the queue */
  database: Pick<OpenDatabase, 'db' | 'pool'>
  /** this process does jobs, and so also tends the queue's tables */
  worker: boolean
  /** the database is the embedded one, which vacuums itself */
  embedded: boolean
  /** hears a channel of the database, where other processes may enqueue: their jobs are then taken up at once too */
  listen?: PostgresListener['listen'] | undefined
  log: (level: 'info' | 'warn' | 'error', message: string, details?: object) => void
}

const embeddedSettings = { backend: 'pglite', monitorVacuum: false, reindex: false } as const
const pollSeconds = 5
/** A job that takes longer is taken for dead and tried again. */
const expireSeconds = 15 * 60
/** On a shared database a worker says so often that it lives; a job whose worker has not is tried again by another one. */
const heartbeatSeconds = 60

const noSuchJob = '00000000-0000-4000-8000-000000000000'

const throughExecutor = (on: Executor) => ({
  async executeSql(text: string, values: unknown[] = []) {
    const { rows } = await on.executeQuery(CompiledQuery.raw(text, values))
    return { rows: rows as Record<string, unknown>[] } // rows of SQL that the queue wrote itself
  },
})

/** Opens the durable queue on the same database. `kinds` are the handlers of every job that may be enqueued. */
export async function openQueue(options: QueueOptions, kinds: readonly JobHandler[]): Promise<JobQueue> {
  const { log, worker, listen } = options
  const { db, pool } = options.database
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values) => {
        // The embedded database has one connection, and the transaction holds it.
        if (isInTransaction()) throw new Error('The job queue was asked for the database inside a transaction')
        return pool.query(text, values)
      },
      ...(listen && { listen }),
    },
    useListenNotify: worker && listen !== undefined,
    schema: 'jobs',
    supervise: worker,
    schedule: worker,
    ...(options.embedded && embeddedSettings),
  })
  boss.on('error', (error) => log('error', 'the job queue had a problem', { error: error.message }))
  await boss.start()
  for (const { kind } of kinds) {
    const settings = {
      retryLimit: kind.retries,
      retryDelay: kind.retrySeconds,
      retryBackoff: true,
      expireInSeconds: expireSeconds,
      notify: !options.embedded,
      ...(!options.embedded && { heartbeatSeconds }),
    }
    if (await boss.getQueue(kind.name)) await boss.updateQueue(kind.name, settings)
    else await boss.createQueue(kind.name, settings)
    // pg-boss looks a queue up at its first use, on the pool. That must not be inside a caller's transaction: with a single
    // connection it would wait for itself.
    await boss.findJobs(kind.name, { id: noSuchJob })
  }
  if (options.embedded) await takeBackInterrupted(boss, pool, log)
  const workers = new Map<string, string>()

  const wake = (name: string): void => {
    const id = workers.get(name)
    if (id) boss.notifyWorker(id)
  }

  attachQueue(db, {
    async insert(on, { kind, data, delaySeconds }) {
      await boss.send(kind.name, data, {
        db: throughExecutor(on),
        ...(delaySeconds !== undefined && { startAfter: delaySeconds }),
      })
    },
    wake: ({ kind, delaySeconds }) => {
      if (delaySeconds === undefined) wake(kind.name)
    },
  })

  return {
    async work(handlers) {
      for (const { kind, run, cron } of handlers) {
        const id = await boss.work<object>(
          kind.name,
          { pollingIntervalSeconds: pollSeconds, notifyPollingIntervalSeconds: pollSeconds, batchSize: 1 },
          async (jobs) => {
            for (const job of jobs) {
              try {
                await run(job.data)
              } catch (error) {
                log('error', 'a job failed', { job: kind.name, id: job.id, error: (error as Error).message })
                throw error
              } finally {
                // There may be more: many jobs that came at once were announced by one waking.
                wake(kind.name)
              }
            }
          },
        )
        workers.set(kind.name, id)
        if (cron) await boss.schedule(kind.name, cron, {})
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000, close: false }),
  }
}

/**
 * Makes jobs run again that were running when the process died. No other process can hold the embedded database, so whatever is
 * marked as active before this one has taken up work belonged to that process. The interrupted try counts as a failed one: a job
 * that ends the process each time fails for good after its last try. One that was interrupted for the first time runs at once,
 * later ones wait like after any failure.
 */
async function takeBackInterrupted(boss: PgBoss, pool: pg.Pool, log: QueueOptions['log']): Promise<void> {
  const { rows } = await pool.query<{ name: string; id: string; retry_count: number }>(
    `select name, id, retry_count from jobs.job where state = 'active'`,
  )
  for (const { name, id, retry_count } of rows) {
    await boss.fail(name, id, { message: 'the process ended while the job was running' })
    if (retry_count === 0) await boss.update({ name, options: { id, startAfter: new Date() } })
  }
  if (rows.length > 0)
    log('info', 'jobs that were running at the last end of the process are taken up again', { count: rows.length })
}
