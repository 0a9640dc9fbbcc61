import { type Insertable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { FilesTable, ImagesTable, VideosTable } from '#db/schema.ts'

export async function insertImage(on: Executor, image: Insertable<ImagesTable>): Promise<void> {
  await on.insertInto('images').values(image).execute()
}

export async function insertVideo(on: Executor, video: Insertable<VideosTable>): Promise<void> {
  await on.insertInto('videos').values(video).execute()
}

export const hasVideo = async (on: Executor, id: string): Promise<boolean> =>
  (await on.selectFrom('videos').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export async function setDuration(on: Executor, id: string, seconds: number | null): Promise<void> {
  await on.updateTable('videos').set({ duration_seconds: seconds }).where('id', '=', id).execute()
}

export async function insertFile(on: Executor, file: Insertable<FilesTable>): Promise<void> {
  await on.insertInto('files').values(file).execute()
}

export async function deleteImage(on: Executor, id: string): Promise<void> {
  await on.deleteFrom('images').where('id', '=', id).execute()
}

/** Deletes the row of a video. Returns what nothing refers to any more: its poster and its folders of streams. */
export async function deleteVideo(
  on: Executor,
  id: string,
): Promise<{ poster: string | null; streams: string[] } | undefined> {
  const row = await on
    .deleteFrom('videos')
    .where('id', '=', id)
    .returning(['poster_id', 'stream_id', 'stream_next_id'])
    .executeTakeFirst()
  return row && { poster: row.poster_id, streams: [row.stream_id, row.stream_next_id].filter((one) => one !== null) }
}

/** The folders of streams of a video: the one that is served, and the one that is being made. */
export async function findStreamFolders(on: Executor, id: string): Promise<string[]> {
  const row = await on
    .selectFrom('videos')
    .select(['stream_id', 'stream_next_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? [row.stream_id, row.stream_next_id].filter((one) => one !== null) : []
}

export async function deleteFile(on: Executor, id: string): Promise<void> {
  await on.deleteFrom('files').where('id', '=', id).execute()
}

const imagesInUse = sql<boolean>`(exists (select 1 from courses where courses.thumbnail_id = images.id)
  or exists (select 1 from users where users.photo_id = images.id)
  or exists (select 1 from videos where videos.poster_id = images.id)
  or exists (select 1 from quiz_pictures where quiz_pictures.image_id = images.id))`
// the check of an upload may wait for days for a store that is away, when its video is made but in no lecture yet
const videosInUse = sql<boolean>`(exists (select 1 from lectures where lectures.video_id = videos.id)
  or exists (select 1 from live_recordings where live_recordings.video_id = videos.id)
  or exists (select 1 from uploads where uploads.video_id = videos.id and uploads.state = 'checking'))`

const filesInUse = sql<boolean>`(exists (select 1 from lecture_attachments where lecture_attachments.file_id = files.id)
  or exists (select 1 from answer_files where answer_files.file_id = files.id))`

export async function isImageUsed(on: Executor, id: string): Promise<boolean> {
  return (await on.selectFrom('images').select('id').where('id', '=', id).where(imagesInUse).execute()).length > 0
}

export async function isVideoUsed(on: Executor, id: string): Promise<boolean> {
  return (await on.selectFrom('videos').select('id').where('id', '=', id).where(videosInUse).execute()).length > 0
}

export async function isFileUsed(on: Executor, id: string): Promise<boolean> {
  return (await on.selectFrom('files').select('id').where('id', '=', id).where(filesInUse).execute()).length > 0
}

/** Ids of media that were stored before `before` and that nothing refers to. */
export async function findUnusedMedia(
  on: Executor,
  before: Date,
  limit: number,
): Promise<{ images: string[]; videos: string[]; files: string[] }> {
  const images = await on
    .selectFrom('images')
    .select('id')
    .where('created_at', '<', before)
    .where(sql<boolean>`not (${imagesInUse})`)
    .limit(limit)
    .execute()
  const videos = await on
    .selectFrom('videos')
    .select('id')
    .where('created_at', '<', before)
    .where(sql<boolean>`not (${videosInUse})`)
    .limit(limit)
    .execute()
  const files = await on
    .selectFrom('files')
    .select('id')
    .where('created_at', '<', before)
    .where(sql<boolean>`not (${filesInUse})`)
    .limit(limit)
    .execute()
  const [imageIds = [], videoIds = [], fileIds = []] = [images, videos, files].map((rows) => rows.map(({ id }) => id))
  return { images: imageIds, videos: videoIds, files: fileIds }
}
