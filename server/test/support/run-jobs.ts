import { sql } from 'kysely'
import { allJobs } from '#app/job-registry.ts'
import { splitOrigin } from '#core/current-work.ts'
import type { TestApp } from './create-test-app.ts'

/** Fetches all waiting jobs of these kinds and runs them one after the other; returns their stored data. */
export async function runJobs(app: TestApp, ...names: string[]): Promise<unknown[]> {
  const waiting = await sql<{ name: string; data: object }>`
    delete from jobs.job where name in (${sql.join(names)}) and state = 'created' returning name, data`.execute(
    app.deps.db,
  )
  const handlers = allJobs(app.deps)
  const jobs = waiting.rows.map((row) => ({ name: row.name, data: splitOrigin(row.data).data }))
  for (const { name, data } of jobs) await handlers.find(({ kind }) => kind.name === name)?.run(data)
  return jobs.map(({ data }) => data)
}
