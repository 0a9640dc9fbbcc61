import { z } from 'zod'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob } from '#core/jobs.ts'
import type { Tx } from '#core/transact.ts'
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

/** Has images and videos removed once the transaction commits; call it in the one that drops the last reference. */
export function removeLater(tx: Tx, { images = [], videos = [] }: Media): void {
  if (images.length + videos.length > 0) tx.enqueue(removeMediaJob, { images, videos })
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
