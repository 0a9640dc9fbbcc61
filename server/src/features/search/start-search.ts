import type { FeatureDeps } from '#core/feature-deps.ts'
import { enqueue } from '#core/jobs.ts'
import { fillVectors } from './jobs.ts'
import { indexKeeper } from './keep-index.ts'

/** Loads and fills the index before the first search asks for it; workers look for courses without vectors. Never throws. */
export async function startSearch(deps: FeatureDeps): Promise<void> {
  const { ROLE, AI_EMBEDDINGS } = deps.config
  try {
    if (ROLE !== 'web' && AI_EMBEDDINGS === 'on') await enqueue(deps.db, fillVectors, {})
    if (ROLE !== 'worker') await indexKeeper(deps).fresh()
  } catch (error) {
    deps.log.error({ err: error }, 'the search could not be started')
  }
}
