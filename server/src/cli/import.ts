import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { allJobs } from '#app/job-registry.ts'
import { enqueue } from '#core/jobs.ts'
import { importLines } from './transfer.ts'
import { withDeps } from './with-deps.ts'

const [file = 'virtual-courses-export.jsonl'] = process.argv.slice(2)

await withDeps(async (deps) => {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
  const { rows, jobs } = await importLines(deps.db, lines)
  const kinds = new Map(allJobs(deps).map(({ kind }) => [kind.name, kind]))
  for (const { name, data } of jobs) {
    const kind = kinds.get(name)
    if (kind) await enqueue(deps.db, kind, data)
  }
  console.log(`Imported ${rows} rows and ${jobs.length} waiting jobs. Copy the folder "media" under DATA_DIR as well.`)
})
