import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, enqueue, handleJob, type JobHandler, noData } from '#core/jobs.ts'
import { keptSentences } from '#core/languages/kept-sentence.ts'
import { english, type Say } from '#core/languages/language.ts'
import { type Walk, walks } from './check-rules.ts'
import { deleteReleased } from './queries.ts'

/** The result of a check: `problems` are sentences for admins, at most `shown` of them. */
export type LedgerCheck = { balanced: boolean; problems: string[]; checkedAt: string }
const shown = 100

/** Progress of a check: the next step of `walk` begins after the key `after` with `share` of its maximum number of rows. */
const Progress = z.object({
  walk: z.int().min(0),
  after: z.string(),
  share: z.number().positive().max(1),
  problems: z.array(z.string()),
  startedAt: z.iso.datetime(),
  steps: z.int().min(0),
  /** when it was saved */
  at: z.iso.datetime(),
})
type Progress = z.output<typeof Progress>

const begin = (now: Date): Progress => ({
  walk: 0,
  after: '',
  share: 1 / 4,
  problems: [],
  startedAt: now.toISOString(),
  steps: 0,
  at: now.toISOString(),
})

/** Target duration of a step in milliseconds: the number of rows is adjusted to it. */
const stepMs = { most: 2000, least: 300 }
const leastShare = 1 / 256
/** Milliseconds that a rule may take in a step on a busy machine. */
const ruleMs = 60_000

/**
 * Sets how PostgreSQL plans the rules of a step. A range is small: what belongs to it is looked up, whatever a scan of a table that is in
 * memory would cost. Where a statement has to scan a small one nevertheless, PostgreSQL takes it for so expensive that it would
 * compile it, for longer than it runs.
 */
export const planLookUps = (on: Executor) =>
  sql`select set_config('statement_timeout', ${String(ruleMs)}, true), set_config('jit', 'off', true),
    set_config('enable_seqscan', 'off', true), set_config('random_page_cost', '1', true),
    set_config('enable_mergejoin', 'off', true)`.execute(on)

/** Checks the rules of a walk in one range. Each is a transaction, so that others get the one connection of the embedded database. */
async function findBroken(db: Db, { rules }: Walk, range: { after: string; last: string }): Promise<string[]> {
  const problems: string[] = []
  for (const { sentence, find } of rules) {
    const { rows } = await db.transaction().execute(async (tx) => {
      await planLookUps(tx)
      return sql<{ subject: string }>`${find(range)} limit ${shown}`.execute(tx)
    })
    problems.push(...rows.map(({ subject }) => english(sentence(subject))))
  }
  return problems
}

/** Does the next step. Returns the progress of the check; null when it has ended. */
async function step(db: Db, progress: Progress): Promise<Progress | null> {
  const walk = walks[progress.walk]
  if (!walk) return null
  const started = performance.now()
  const count = Math.max(1, Math.round(walk.most * progress.share))
  const { rows } = await walk.next(progress.after, count).execute(db)
  const last = rows[0]?.last ?? null
  if (last === null) return { ...progress, walk: progress.walk + 1, after: '', share: 1 / 4 }
  const found = await findBroken(db, walk, { after: progress.after, last })
  const took = performance.now() - started
  const factor = took > stepMs.most ? 0.5 : took < stepMs.least ? 2 : 1
  return {
    ...progress,
    after: last,
    share: Math.min(1, Math.max(leastShare, progress.share * factor)),
    problems: [...new Set([...progress.problems, ...found])].slice(0, shown),
    steps: progress.steps + 1,
  }
}

const resultOf = ({ problems }: Progress, now: Date): LedgerCheck => ({
  balanced: problems.length === 0,
  problems,
  checkedAt: now.toISOString(),
})

/** Checks what must always hold of ledger, orders, documents, refunds, disputes, enrolments and the sums that are made of them, all of it. */
export async function checkLedger(db: Db, now: Date): Promise<LedgerCheck> {
  let progress = begin(now)
  for (let next: Progress | null = progress; next; next = await step(db, next)) progress = next
  return resultOf(progress, now)
}

/** Names in site_figures: the result, and the progress of a running check. */
const figure = 'ledger-check'
const progressFigure = 'ledger-check-progress'

/** Returns the result of the last check by the job; null before the first. */
export async function findLastCheck(on: Executor): Promise<LedgerCheck | null> {
  const row = await on.selectFrom('site_figures').select('value').where('name', '=', figure).executeTakeFirst()
  return (row?.value as LedgerCheck | undefined) ?? null // written by the job below
}

const sentenceOf = keptSentences(walks.flatMap(({ rules }) => rules.map(({ sentence }) => sentence(''))))

/** A check in the words of its reader; its problems are kept in English. */
export const sayCheck = ({ problems, ...check }: LedgerCheck, say: Say): LedgerCheck => ({
  ...check,
  problems: problems.map((problem) => say(sentenceOf(problem))),
})

async function findProgress(on: Executor): Promise<Progress | null> {
  const row = await on.selectFrom('site_figures').select('value').where('name', '=', progressFigure).executeTakeFirst()
  return Progress.safeParse(row?.value).data ?? null
}

async function saveFigure(on: Executor, name: string, value: object, now: Date): Promise<void> {
  const row = { name, value: JSON.stringify(value), counted_at: now }
  await on
    .insertInto('site_figures')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

const check = defineJob({ name: 'check-ledger', data: noData, retries: 2, retrySeconds: 600 })
/** Continues a check that one job did not finish. */
const checkOn = defineJob({ name: 'check-ledger-on', data: noData, retries: 2, retrySeconds: 120 })

/** How long one job checks, and the delay before the next one continues. */
const longestMs = 60_000
const pauseSeconds = 30
/** A check without saved progress for this long is not being run by another job. */
const leftMs = 15 * 60_000

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'log'>

/**
 * Continues the check where it stopped, or begins one. After `mostMs` another job continues. Problems are stored as soon as they are
 * found; that there are none, when everything was checked.
 */
export async function checkSome({ db, clock, log }: Deps, mostMs = longestMs): Promise<void> {
  const end = performance.now() + mostMs
  let progress = (await findProgress(db)) ?? begin(clock.now())
  const known = progress.problems.length
  for (;;) {
    const next = await step(db, progress)
    if (!next) break
    progress = { ...next, at: clock.now().toISOString() }
    await saveFigure(db, progressFigure, progress, clock.now())
    if (performance.now() > end) {
      if (progress.problems.length > known) await report()
      return enqueue(db, checkOn, {}, { delaySeconds: pauseSeconds })
    }
  }
  await report()
  await db.deleteFrom('site_figures').where('name', '=', progressFigure).execute()
  await deleteReleased(db, clock.now())
  const seconds = Math.round((clock.now().getTime() - Date.parse(progress.startedAt)) / 1000)
  log.info({ steps: progress.steps, seconds }, 'the ledger was checked')

  async function report(): Promise<void> {
    const result = resultOf(progress, clock.now())
    if (!result.balanced) log.error({ problems: result.problems }, 'the ledger is not right')
    await saveFigure(db, figure, result, clock.now())
  }
}

export const ledgerJobs = (deps: Deps): JobHandler[] => [
  handleJob(
    check,
    async () => {
      const progress = await findProgress(deps.db)
      const idleMs = progress ? deps.clock.now().getTime() - Date.parse(progress.at) : leftMs
      if (idleMs >= leftMs) await checkSome(deps)
    },
    '47 * * * *',
  ),
  handleJob(checkOn, () => checkSome(deps)),
]
