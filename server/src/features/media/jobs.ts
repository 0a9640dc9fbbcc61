import { z } from 'zod'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, handleJob, type JobHandler, noData } from '#core/jobs.ts'
import type { Tx } from '#core/transact.ts'
import { checkStore } from './check-store.ts'
import { findUnusedMedia } from './queries.ts'
import { type Media, removeMedia } from './remove-media.ts'

/** Media that nothing has referred to for this long were left behind by a process that died. */
const abandonedMs = 24 * 3600 * 1000
/** How many of each kind one run deletes; the rest waits for the next night. */
const maxDeleted = 1000

const removeMediaJob = defineJob({
  name: 'remove-media',
  data: z.object({
    images: z.array(z.string()).default([]),
    videos: z.array(z.string()).default([]),
    files: z.array(z.string()).default([]),
  }),
  retries: 10,
  retrySeconds: 30,
})

const deleteUnusedMediaJob = defineJob({ name: 'sweep-media', data: noData, retries: 1, retrySeconds: 600 })

const checkStoreJob = defineJob({ name: 'check-media-store', data: noData, retries: 1, retrySeconds: 600 })
/** Steps of a thousand objects in one run of the check; it goes on with the next. */
const pagesPerRun = 100

/** Has images, videos and files removed once the transaction commits; call it in the one that drops the last reference. */
export function removeLater(tx: Tx, { images = [], videos = [], files = [] }: Media): void {
  if (images.length + videos.length + files.length > 0) tx.enqueue(removeMediaJob, { images, videos, files })
}

/** Removes images, videos and files that no row refers to, except those stored within the last day. */
export async function deleteUnusedMedia(deps: Pick<FeatureDeps, 'db' | 'storage' | 'clock' | 'log'>): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - abandonedMs)
  const unused = await findUnusedMedia(deps.db, before, maxDeleted)
  await removeMedia(deps, unused)
  const count = unused.images.length + unused.videos.length + unused.files.length
  if (count > 0) deps.log.info({ count }, 'media that nothing referred to were removed')
}

export const mediaJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(removeMediaJob, (media) => removeMedia(deps, media)),
  handleJob(deleteUnusedMediaJob, () => deleteUnusedMedia(deps), '43 3 * * *'),
  handleJob(
    checkStoreJob,
    async () => {
      await checkStore(deps, { pages: pagesPerRun })
    },
    '23 * * * *',
  ),
]
