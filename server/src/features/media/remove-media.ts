import { z } from 'zod'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, type Enqueue } from '#core/jobs.ts'
import type { Executor } from '#core/transact.ts'
import { imagePrefix, videoKey } from './keys.ts'
import { deleteImage, deleteVideo, isImageUsed, isVideoUsed } from './queries.ts'

/** Ids of pictures and videos that nothing refers to any more. */
export type Media = { images?: string[]; videos?: string[] }

export const removeMediaJob = defineJob({
  name: 'remove-media',
  data: z.object({ images: z.array(z.string()).default([]), videos: z.array(z.string()).default([]) }),
  retries: 10,
  retrySeconds: 30,
})

/** Has pictures and videos removed once `on` commits; call it in the transaction that drops the last reference. */
export async function removeLater(enqueue: Enqueue, on: Executor, { images = [], videos = [] }: Media): Promise<void> {
  if (images.length + videos.length > 0) await enqueue(on, removeMediaJob, { images, videos })
}

/** Removes bytes and rows; what is still referred to stays. Repeating it is harmless. */
export async function removeMedia(
  { db, storage }: Pick<FeatureDeps, 'db' | 'storage'>,
  { images = [], videos = [] }: Media,
): Promise<void> {
  const posters: string[] = []
  for (const id of videos) {
    if (await isVideoUsed(db, id)) continue
    await storage.remove(videoKey(id))
    const poster = await deleteVideo(db, id)
    if (poster !== null) posters.push(poster)
  }
  for (const id of [...images, ...posters]) {
    if (await isImageUsed(db, id)) continue
    await storage.remove(imagePrefix(id))
    await deleteImage(db, id)
  }
}
