import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isOutage } from '#core/domain-error.ts'
import { toProcesses } from '#core/events/topics.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, enqueue, handleJob, type JobHandler, noData } from '#core/jobs.ts'
import { keepsIndex, runsJobs } from '#core/role.ts'
import { transact } from '#core/transact.ts'
import { courseTextChanged } from '../courses/index.ts'
import { courseTexts } from './engine/meaning.ts'
import { keepFilled, toBytes, vectorsMade } from './keep-index.ts'
import { findSearchable, findWithoutVectors, hasPublished, saveVectors } from './queries.ts'
import { trimUnsure } from './unsure-queries.ts'

/** Makes the missing vectors of courses, a part of them in each job: from behind the course `after`, whose time is text. */
export const fillVectors = defineJob({
  name: 'fill-course-vectors',
  data: z.object({ after: z.object({ id: z.string(), created_at: z.string() }).optional() }).catch({}),
  retries: 3,
  retrySeconds: 60,
})
const trimQuestions = defineJob({ name: 'trim-unsure-searches', data: noData, retries: 0, retrySeconds: 60 })

/** How long one job makes vectors: a third of what the queue gives it. The next one goes on behind it. */
const stepMs = 5 * 60_000
const pageSize = 100
/** So many failures in a row are not those of single courses. */
const mostFailures = 3

export const searchJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(courseTextChanged, ({ courseId }) => embedCourse(deps, courseId)),
  handleJob(trimQuestions, () => trimUnsure(deps.db, deps.clock.now()), '7 * * * *'),
  handleJob(fillVectors, ({ after }) => embedMissing(deps, after), '23 * * * *'),
]

/** Hash of a course's texts: while it is the same, so are the vectors. */
const textHash = (texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 32)

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'searchIndex'>

/** Makes the vectors of a published course, unless its texts are those of the last time. Drafts have none. */
async function embedCourse(deps: Deps, courseId: string): Promise<void> {
  const model = await deps.searchIndex.model()
  if (model === null) return
  const [row] = await findSearchable(deps.db, [courseId], model)
  if (!row) return
  const texts = courseTexts({ ...row, subTitle: row.sub_title })
  const hash = textHash(texts)
  if (row.text_hash === hash) return
  const vectors = toBytes(await deps.searchIndex.embed(texts))
  await transact(deps.db, async (tx) => {
    await saveVectors(tx, { courseId, model, textHash: hash, vectors, at: deps.clock.now() })
    tx.publish(toProcesses(vectorsMade, { courseId }))
  })
}

type Place = { id: string; created_at: string }

/**
 * Makes the vectors that are missing: after an import, with a new model, or where a job was lost. After `longestMs` a further job goes
 * on. A course of which none can be made is left to the next hour.
 */
export async function embedMissing(
  deps: Deps & Pick<FeatureDeps, 'log'>,
  after: Place | undefined,
  longestMs = stepMs,
): Promise<void> {
  // Without courses, do not load the model.
  if (!(await hasPublished(deps.db))) return
  const model = await deps.searchIndex.model()
  if (model === null) return
  const end = performance.now() + longestMs
  let failures = 0
  for (let place = after; ; ) {
    const page = await findWithoutVectors(deps.db, { model, after: place, count: pageSize })
    for (const course of page) {
      try {
        await embedCourse(deps, course.id)
        failures = 0
      } catch (error) {
        if (isOutage(error) || ++failures === mostFailures) throw error
        deps.log.error({ err: error, courseId: course.id }, 'the vectors of a course could not be made')
      }
      place = course
      if (performance.now() > end) return enqueue(deps.db, fillVectors, { after: course })
    }
    if (page.length < pageSize) return
  }
}

/**
 * Loads and fills the index, and keeps it whole until `stop`; workers also enqueue the job for missing vectors. Failures are logged, and
 * tried again.
 */
export function startSearch(deps: FeatureDeps): { stop(): void } {
  const stopping = new AbortController()
  if (keepsIndex(deps.config)) void keepFilled(deps, stopping.signal)
  if (runsJobs(deps.config) && deps.config.AI_EMBEDDINGS === 'on')
    enqueue(deps.db, fillVectors, {}).catch((error: unknown) =>
      // it also runs every hour
      deps.log.warn({ err: error }, 'the job for missing vectors could not be enqueued'),
    )
  return { stop: () => stopping.abort() }
}
