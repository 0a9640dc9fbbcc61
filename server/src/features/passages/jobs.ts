import { z } from 'zod'
import { isOutage } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, enqueue, handleJob, type JobHandler } from '#core/jobs.ts'
import { runsJobs } from '#core/role.ts'
import { lectureTextsChanged } from '../lectures/index.ts'
import { makePassages } from './make-passages.ts'
import { deleteUnused, findStale, lastOfPage } from './source-queries.ts'

/** Makes the passages that are missing, from behind the lecture `after`. */
const fillPassages = defineJob({
  name: 'fill-passages',
  data: z.object({ after: z.string().optional() }).catch({}),
  retries: 3,
  retrySeconds: 60,
})

/** How long one job makes passages: a third of what the queue gives it. The next one goes on behind it. */
const stepMs = 5 * 60_000
const pageSize = 500
/** So many failures in a row are not those of single lectures. */
const mostFailures = 3
/** Sets that no lecture refers to are younger while a lecture is being linked to them. */
const unusedMs = 3600_000

export const passageJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(lectureTextsChanged, async ({ lectureIds }) => {
    for (const id of lectureIds) await makePassages(deps, id)
  }),
  handleJob(fillPassages, ({ after }) => fillMissing(deps, after), '41 * * * *'),
]

/**
 * Makes the passages that are missing: of lectures from before there were any, with a new model, or where a job was lost. After `longestMs` a
 * further job goes on. A lecture of which none can be made is left to the next hour.
 */
export async function fillMissing(deps: FeatureDeps, after = '', longestMs = stepMs): Promise<void> {
  const end = performance.now() + longestMs
  let failures = 0
  for (let place = after; ; ) {
    const last = await lastOfPage(deps.db, place, pageSize)
    if (last === undefined) break
    // asked only where there are lectures: it loads the search
    const model = await deps.searchIndex.model()
    for (const lectureId of await findStale(deps.db, { model, after: place, count: pageSize })) {
      try {
        await makePassages(deps, lectureId)
        failures = 0
      } catch (error) {
        if (isOutage(error) || ++failures === mostFailures) throw error
        deps.log.error({ err: error, lectureId }, 'the passages of a lecture could not be made')
      }
      if (performance.now() > end) return enqueue(deps.db, fillPassages, { after: lectureId })
    }
    place = last
  }
  await deleteUnused(deps.db, new Date(deps.clock.now().getTime() - unusedMs))
}

/** Enqueues the job for missing passages at the start of a worker; it also runs every hour. */
export function startPassages(deps: FeatureDeps): void {
  if (!runsJobs(deps.config)) return
  enqueue(deps.db, fillPassages, {}).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'the job for missing passages could not be enqueued'),
  )
}
