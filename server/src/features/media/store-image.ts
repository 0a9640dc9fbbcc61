import type { Turn } from '#core/fair-pool.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import type { ConvertedImage } from '#ports/images.ts'
import { discardMedia } from './discard-media.ts'
import { imageKey } from './keys.ts'
import { processImage } from './process-image.ts'
import { insertImage } from './queries.ts'
import { asProblem } from './storage-problem.ts'

type Deps = Pick<FeatureDeps, 'db' | 'storage' | 'clock' | 'log'>

type Source = { path: string } | { bytes: Uint8Array }

/**
 * Stores a picture, given as a file of this machine (which stays) or as bytes, in every size and format, and answers its id.
 * Refer to it from a row within a day, or it is swept away. Not for use inside a transaction.
 * A user's images are converted in turn; `turn.signal` ends that. Throws wrong_media, rate_limited, unavailable, disk_full.
 */
export async function storeImage(
  deps: Deps & Pick<FeatureDeps, 'images'>,
  ownerId: string,
  source: Source,
  turn: Omit<Turn, 'client'> = {},
): Promise<string> {
  const image = await processImage(deps.images, source, { client: ownerId, ...turn })
  turn.signal?.throwIfAborted()
  return storeConvertedImage(deps, ownerId, image)
}

/** Stores sizes that were made before: for demo pictures that come ready with the program. */
export async function storeConvertedImage(deps: Deps, ownerId: string, image: ConvertedImage): Promise<string> {
  const id = newId()
  // The row comes first: whatever happens afterwards, the cleanup finds the files.
  await insertImage(deps.db, {
    id,
    owner_id: ownerId,
    width: image.width,
    height: image.height,
    created_at: deps.clock.now(),
  })
  try {
    for (const { width, format, bytes } of image.files)
      await deps.storage.putBytes(imageKey(id, width, format), bytes, `image/${format}`)
  } catch (error) {
    await discardMedia(deps, { images: [id] })
    throw asProblem(error)
  }
  return id
}
