import { createHash } from 'node:crypto'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, enqueue, handleJob, type JobHandler, noData } from '#core/jobs.ts'
import { keepsIndex, runsJobs } from '#core/role.ts'
import { toProcesses } from '#core/topics.ts'
import { transact } from '#core/transact.ts'
import { courseTextChanged } from '../courses/index.ts'
import { courseTexts } from './engine/meaning.ts'
import { searchOf, toBytes, vectorsMade } from './keep-index.ts'
import { findSearchable, findWithoutVectors, hasPublished, saveVectors } from './queries.ts'

/** Makes the missing vectors of courses. */
export const fillVectors = defineJob({ name: 'fill-course-vectors', data: noData, retries: 3, retrySeconds: 60 })

export const searchJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(courseTextChanged, ({ courseId }) => embedCourse(deps, courseId)),
  handleJob(fillVectors, () => embedMissing(deps), '23 * * * *'),
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

/** Makes the vectors that are missing: after an import, with a new model, or where a job was lost. */
async function embedMissing(deps: Deps): Promise<void> {
  // Without courses, do not load the model.
  if (!(await hasPublished(deps.db))) return
  const model = await deps.searchIndex.model()
  if (model === null) return
  for (const courseId of await findWithoutVectors(deps.db, model)) await embedCourse(deps, courseId)
}

/** Loads and fills the index before the first search; workers also enqueue the job for missing vectors. Never throws. */
export async function startSearch(deps: FeatureDeps): Promise<void> {
  try {
    if (runsJobs(deps.config) && deps.config.AI_EMBEDDINGS === 'on') await enqueue(deps.db, fillVectors, {})
    if (keepsIndex(deps.config)) await searchOf(deps).fresh()
  } catch (error) {
    deps.log.error({ err: error }, 'the search could not be started')
  }
}
