import type { FeatureDeps } from '#core/feature-deps.ts'
import { fileKey, imagePrefix, streamPrefix, videoKey } from './keys.ts'
import {
  deleteFile,
  deleteImage,
  deleteVideo,
  findStreamFolders,
  isFileUsed,
  isImageUsed,
  isVideoUsed,
} from './queries.ts'

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
    const streams = await findStreamFolders(db, id)
    for (const key of [videoKey(id), ...streams.map(streamPrefix)]) await storage.remove(key)
    const deleted = await deleteVideo(db, id)
    // A worker may have begun meanwhile; what it stores from now on it takes back itself.
    for (const stream of deleted?.streams ?? [])
      if (!streams.includes(stream)) await storage.remove(streamPrefix(stream))
    if (deleted?.poster) posters.push(deleted.poster)
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
