import { sql } from 'kysely'
import { allJobs } from '#app/job-registry.ts'
import type { TestApp } from './create-test-app.ts'

/** Fetches all waiting jobs of these kinds and runs them one after the other; returns their stored data. */
export async function runJobs(app: TestApp, ...names: string[]): Promise<unknown[]> {
  const waiting = await sql<{ name: string; data: unknown }>`
    delete from jobs.job where name in (${sql.join(names)}) and state = 'created' returning name, data`.execute(
    app.deps.db,
  )
  const handlers = allJobs(app.deps)
  for (const { name, data } of waiting.rows) await handlers.find(({ kind }) => kind.name === name)?.run(data)
  return waiting.rows.map(({ data }) => data)
}
