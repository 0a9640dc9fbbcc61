import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, handleJob, type JobHandler, noData } from '#core/jobs.ts'
import { unusedMedia } from './queries.ts'
import { removeMedia, removeMediaJob } from './remove-media.ts'
import { takePoster, takePosterJob } from './take-poster.ts'

/** What was stored longer ago than this and is referred to by nothing was left by a process that died in between. */
const abandonedMs = 24 * 3600 * 1000
/** So many at a time; the rest waits for the next night. */
const maxDeleted = 1000

const deleteUnusedMediaJob = defineJob({ name: 'sweep-media', data: noData, retries: 1, retrySeconds: 600 })

/** Removes pictures and videos that no row refers to and that are no longer on their way to one. */
export async function deleteUnusedMedia(deps: Pick<FeatureDeps, 'db' | 'storage' | 'clock' | 'log'>): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - abandonedMs)
  const unused = await unusedMedia(deps.db, before, maxDeleted)
  await removeMedia(deps, unused)
  const count = unused.images.length + unused.videos.length
  if (count > 0) deps.log.info({ count }, 'media that nothing referred to were removed')
}

export const mediaJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(removeMediaJob, (media) => removeMedia(deps, media)),
  handleJob(takePosterJob, ({ videoId }) => takePoster(deps, videoId)),
  handleJob(deleteUnusedMediaJob, () => deleteUnusedMedia(deps), '43 3 * * *'),
]
