import type { FeatureDeps } from '#core/feature-deps.ts'
import { fileKey, imagePrefix, videoKey } from './keys.ts'
import { deleteFile, deleteImage, deleteVideo, isFileUsed, isImageUsed, isVideoUsed } from './queries.ts'

/** Ids of images, videos and files. */
export type Media = { images?: string[]; videos?: string[]; files?: string[] }

/** Removes the bytes and rows of media that no row refers to; the others stay. Repeating it is harmless. */
export async function removeMedia(
  { db, storage }: Pick<FeatureDeps, 'db' | 'storage'>,
  { images = [], videos = [], files = [] }: Media,
): Promise<void> {
  const posters: string[] = []
  for (const id of videos) {
    if (await isVideoUsed(db, id)) continue
    await storage.remove(videoKey(id))
    const poster = await deleteVideo(db, id)
    if (poster !== null) posters.push(poster)
  }
  for (const id of files) {
    if (await isFileUsed(db, id)) continue
    await storage.remove(fileKey(id))
    await deleteFile(db, id)
  }
  for (const id of [...images, ...posters]) {
    if (await isImageUsed(db, id)) continue
    await storage.remove(imagePrefix(id))
    await deleteImage(db, id)
  }
}

/** Removes what was stored for a change that failed. Never throws: what remains is deleted by a later job. */
export async function discardMedia(deps: Pick<FeatureDeps, 'db' | 'storage' | 'log'>, media: Media): Promise<void> {
  await removeMedia(deps, media).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'stored media could not be taken back yet'),
  )
}
