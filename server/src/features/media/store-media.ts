import { createHash } from 'node:crypto'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Turn } from '#core/limits/fair-pool.ts'
import { newId } from '#core/new-id.ts'
import { transact } from '#core/transact.ts'
import type { ConvertedImage } from '#ports/images.ts'
import { fileKey, imageKey, videoKey } from './keys.ts'
import { measureVideo } from './measure-video.ts'
import { processImage } from './process-image.ts'
import { hasVideo, insertFile, insertImage, insertVideo, setDuration } from './queries.ts'
import { discardMedia } from './remove-media.ts'
import { takeRoom } from './storage-room.ts'

type Deps = Pick<FeatureDeps, 'db' | 'storage' | 'clock' | 'log' | 'settings'>

type ImageSource = { path: string } | { bytes: Uint8Array }

/**
 * Stores an image, given as a local file (which stays) or as bytes, in every size and format, and returns its id. Refer to it from a row
 * within a day, or a job deletes it. Not for use inside a transaction. A user's images are converted one at a time; `turn.signal` cancels.
 * Throws wrong_media, rate_limited, unavailable, disk_full, storage_full.
 */
export async function storeImage(
  deps: Deps & Pick<FeatureDeps, 'images'>,
  ownerId: string,
  source: ImageSource,
  turn: Omit<Turn, 'client'> = {},
): Promise<string> {
  const image = await processImage(deps.images, source, { client: ownerId, ...turn })
  turn.signal?.throwIfAborted()
  return storeConvertedImage(deps, ownerId, image, 'path' in source)
}

/** Stores an image whose sizes exist already, as those of the demo do, and returns its id. Throws storage_full where it needs room. */
export async function storeConvertedImage(
  deps: Deps,
  ownerId: string,
  image: ConvertedImage,
  needsRoom = false,
): Promise<string> {
  const id = newId()
  const bytes = image.files.reduce((sum, file) => sum + file.bytes.byteLength, 0)
  // The row comes first: whatever happens afterwards, the cleanup finds the files.
  await transact(deps.db, async (tx) => {
    if (needsRoom) await takeRoom(tx, deps, { ownerId, bytes })
    await insertImage(tx, {
      id,
      owner_id: ownerId,
      width: image.width,
      height: image.height,
      bytes,
      created_at: deps.clock.now(),
    })
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

type VideoSource = {
  ownerId: string
  /** as found in the bytes: video/mp4 or video/webm */
  contentType: string
} & (
  | {
      /** a finished file, which the store takes over */ path: string
      bytes: number
      sha256: string
      /** of the room that was reserved for it */ reservationId?: string | undefined
    }
  | { data: Uint8Array /** if known */; durationSeconds?: number }
)

/**
 * Stores a video with its length, if that can be measured, and returns its id. Refer to it from a lecture within a day, or a
 * job deletes it. Not for use inside a transaction. Rejects with the reason of `signal` when it aborts before anything is
 * stored. Throws disk_full, storage_full.
 */
export async function storeVideo(deps: Deps, source: VideoSource, signal?: AbortSignal): Promise<string> {
  const id = newId()
  const duration =
    'path' in source
      ? await measureVideo({ path: source.path }, { client: source.ownerId, signal })
      : (source.durationSeconds ?? null)
  // The row comes first: whatever happens afterwards, the cleanup finds the bytes.
  await transact(deps.db, async (tx) => {
    if ('path' in source) await takeRoom(tx, deps, source)
    await insertVideo(tx, {
      id,
      owner_id: source.ownerId,
      content_type: source.contentType,
      bytes: 'path' in source ? source.bytes : source.data.byteLength,
      duration_seconds: duration,
      sha256: 'path' in source ? source.sha256 : createHash('sha256').update(source.data).digest('hex'),
      created_at: deps.clock.now(),
    })
  })
  try {
    if ('path' in source) await deps.storage.putFile(videoKey(id), source.path, source.contentType)
    else await deps.storage.putBytes(videoKey(id), source.data, source.contentType)
  } catch (error) {
    await discardMedia(deps, { videos: [id] })
    throw asProblem(error)
  }
  return id
}

type ArrivedVideo = {
  /** id that the video gets */
  id: string
  ownerId: string
  contentType: string
  bytes: number
  sha256: string
  /** of the room that was reserved for it */
  reservationId: string
}

/**
 * Makes a checked upload a video: `move` puts its bytes under the key that it is given. May be repeated after it was interrupted at any
 * point. Refer to the video from a lecture within a day, or a job deletes it. Not for use inside a transaction. Throws disk_full,
 * storage_full.
 */
export async function adoptVideo(
  deps: Deps,
  { id, ownerId, contentType, bytes, sha256, reservationId }: ArrivedVideo,
  move: (key: string) => Promise<void>,
): Promise<void> {
  // The row comes first: whatever happens afterwards, the cleanup finds the bytes.
  const row = { id, owner_id: ownerId, content_type: contentType, bytes, sha256, created_at: deps.clock.now() }
  await transact(deps.db, async (tx) => {
    // an interrupted run may have come this far
    if (await hasVideo(tx, id)) return
    await takeRoom(tx, deps, { ownerId, bytes, reservationId })
    await insertVideo(tx, row)
  })
  try {
    if (!(await deps.storage.locate(videoKey(id)))) await move(videoKey(id))
  } catch (error) {
    throw asProblem(error)
  }
  const located = await deps.storage.locate(videoKey(id))
  if (!located) throw new Error('the media store has lost a video')
  await setDuration(deps.db, id, await measureVideo(located, { client: ownerId }))
}

type FileSource = { ownerId: string; contentType: string } & (
  | { path: string; bytes: number; reservationId?: string | undefined }
  | { data: Uint8Array }
)

/**
 * Stores a received file, which the store takes over, or bytes, and returns its id. Refer to it from an attachment within a day, or a job deletes
 * it. Not for use inside a transaction. Throws disk_full, storage_full.
 */
export async function storeFile(deps: Deps, source: FileSource): Promise<string> {
  const { ownerId, contentType } = source
  const id = newId()
  // The row comes first: whatever happens afterwards, the cleanup finds the bytes.
  await transact(deps.db, async (tx) => {
    if ('path' in source) await takeRoom(tx, deps, source)
    await insertFile(tx, {
      id,
      owner_id: ownerId,
      content_type: contentType,
      bytes: 'path' in source ? source.bytes : source.data.byteLength,
      created_at: deps.clock.now(),
    })
  })
  try {
    if ('path' in source) await deps.storage.putFile(fileKey(id), source.path, contentType)
    else await deps.storage.putBytes(fileKey(id), source.data, contentType)
  } catch (error) {
    await discardMedia(deps, { files: [id] })
    throw asProblem(error)
  }
  return id
}

/** Reports a full disk to the user; every other error of the store is internal. */
const asProblem = (error: unknown): unknown =>
  (error as NodeJS.ErrnoException).code === 'ENOSPC' ? new DomainError('disk_full') : error // errno of the file system
