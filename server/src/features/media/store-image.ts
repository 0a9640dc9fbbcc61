import { newId } from '#db/new-id.ts'
import type { FeatureDeps } from '../deps.ts'
import { discardMedia } from './discard-media.ts'
import { imageKey } from './keys.ts'
import { type ProcessedImage, processImage } from './process-image.ts'
import { insertImage } from './queries.ts'
import { asRefusal } from './storage-refusal.ts'

type Deps = Pick<FeatureDeps, 'db' | 'storage' | 'clock' | 'log'>

/**
 * Stores a picture, given as a file of this machine (which stays) or as bytes, in every size and format, and answers its id.
 * Refer to it from a row within a day, or it is swept away. Not for use inside a transaction.
 * Throws wrong_media, disk_full.
 */
export async function storeImage(
  deps: Deps,
  { ownerId, ...source }: { ownerId: string } & ({ path: string } | { bytes: Uint8Array }),
): Promise<string> {
  return storeProcessedImage(deps, ownerId, await processImage('path' in source ? source.path : source.bytes))
}

/** Stores sizes that were made before: for demo pictures that come ready with the program. */
export async function storeProcessedImage(deps: Deps, ownerId: string, image: ProcessedImage): Promise<string> {
  const id = newId()
  // The row comes first: whatever happens afterwards, the sweep finds the files.
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
    throw asRefusal(error)
  }
  return id
}
