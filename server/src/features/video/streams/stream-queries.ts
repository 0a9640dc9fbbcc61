import type { StreamState } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { claimNext, defineLease } from '#core/lease.ts'
import type { MadeStream, VideoFacts } from '#ports/transcoder.ts'
import { mostDifference } from './rules.ts'

/** Lease of a video: a worker that has not renewed it in time is considered dead. The holder is the stream that it makes. */
export const streamLease = defineLease({
  table: 'videos',
  id: 'id',
  holder: 'stream_next_id',
  until: 'stream_lease_until',
  seconds: 60,
  renewSeconds: 20,
})
/** Maximum number of attempts at a video. */
export const maxAttempts = 3

/** A video that this process has claimed. `streamId` is the folder that it fills, and identifies the claim. */
export type Claim = {
  videoId: string
  ownerId: string
  streamId: string
  /** folder that an earlier worker left unfinished */
  leftover: string | null
  contentType: string
  seconds: number | null
  bytes: number
  attempt: number
}

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

/** Puts a video in the queue. Returns false when it is already queued or ready, or its original was deleted. */
export async function queueVideo(on: Executor, videoId: string, priority = 0): Promise<boolean> {
  const { numUpdatedRows } = await on
    .updateTable('videos')
    .set({
      stream_state: 'waiting',
      stream_percent: 0,
      stream_problem: null,
      stream_priority: priority,
      stream_queued_at: sql<Date>`now()`,
      stream_lease_until: null,
      stream_attempts: 0,
    })
    .where('id', '=', videoId)
    .where('stream_state', 'in', ['none', 'failed', 'canceled'])
    .where('original_dropped_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes a video from the queue, or takes it from its worker. Returns false when it is neither waiting nor running. */
export async function cancelVideo(on: Executor, videoId: string): Promise<boolean> {
  const { numUpdatedRows } = await on
    .updateTable('videos')
    .set({ stream_state: 'canceled', stream_percent: 0, stream_problem: null, stream_lease_until: null })
    .where('id', '=', videoId)
    .where('stream_state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns videos in use by lectures that were never queued, oldest first. */
export async function findVideosWithoutStream(on: Executor, limit: number): Promise<string[]> {
  const rows = await on
    .selectFrom('videos')
    .select('id')
    .where('stream_state', '=', 'none')
    .where('original_dropped_at', 'is', null)
    .where(sql<boolean>`exists (select 1 from lectures where lectures.video_id = videos.id)`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Half-life in seconds of the work that is counted for an educator. */
const turnHalfLife = 24 * 3600
const usedNow = sql`coalesce(turns.used_seconds * power(0.5, extract(epoch from clock_timestamp() - turns.counted_at) / ${sql.lit(turnHalfLife)}), 0)`

/** Adds seconds of work to the count of a video's educator. */
export async function addTurn(on: Executor, { ownerId }: Pick<Claim, 'ownerId'>, seconds: number): Promise<void> {
  await sql`
    insert into stream_turns as turns (owner_id, used_seconds, counted_at)
    select id, ${seconds}, clock_timestamp() from users where id = ${ownerId}
    on conflict (owner_id) do update set used_seconds = ${usedNow} + ${seconds}, counted_at = clock_timestamp()`.execute(
    on,
  )
}

/**
 * Claims the next video: new ones before earlier ones, then by educator, the one with the fewest running videos and then the least recent
 * work first, then the oldest. Videos whose worker is gone are in the queue too. Returns null when there is none.
 */
export const claimVideo = (on: Executor, streamId: string): Promise<Claim | null> =>
  claimNext<Claim>(on, streamLease, streamId, {
    join: sql`
      join lateral (
        select count(*) as running from videos as own
        where own.owner_id = waiting.owner_id and own.stream_state = 'running' and own.stream_lease_until > now()
      ) as educator on true
      left join stream_turns as turns on turns.owner_id = waiting.owner_id`,
    where: sql`waiting.stream_state in ('waiting', 'running')`,
    order: sql`waiting.stream_priority, educator.running, ${usedNow}, waiting.stream_queued_at, waiting.id`,
    set: sql`stream_state = 'running', stream_percent = 0, stream_started_at = clock_timestamp(),
      stream_attempts = taken.stream_attempts + 1`,
    returning: sql`claimed.id as "videoId", claimed.owner_id as "ownerId", claimed.stream_next_id as "streamId",
      taken.stream_next_id as leftover, claimed.content_type as "contentType", claimed.duration_seconds as seconds,
      claimed.bytes::float8 as bytes, claimed.stream_attempts as attempt`,
  })

type Own = Pick<Claim, 'videoId' | 'streamId'>

const own = (on: Executor, { videoId, streamId }: Own) =>
  on
    .updateTable('videos')
    .where('id', '=', videoId)
    .where('stream_next_id', '=', streamId)
    .where('stream_state', '=', 'running')

const changed = async (update: ReturnType<typeof own>): Promise<boolean> =>
  ((await update.executeTakeFirst())?.numUpdatedRows ?? 0n) > 0n

/** Stores the progress. Returns false when the claim was lost: the video was canceled, removed or claimed by another worker. */
export const setPercent = (on: Executor, claim: Own, percent: number): Promise<boolean> =>
  changed(own(on, claim).set({ stream_percent: percent }))

export const setFacts = (on: Executor, claim: Own, { width, height, hasAudio }: VideoFacts): Promise<boolean> =>
  changed(own(on, claim).set({ width, height, has_audio: hasAudio }))

/** The result of a worker, with the lengths of the source and of the stream in seconds. */
export type Finished = { made: MadeStream; bytes: number; sourceSeconds: number; warning?: string | null | undefined }

/**
 * Marks the stream as ready, so that it is served. Returns false and changes nothing when the claim was lost. The database refuses a stream
 * whose length differs from that of its source.
 */
export const finishStream = (
  on: Executor,
  claim: Own,
  { made, bytes, sourceSeconds, warning = null }: Finished,
): Promise<boolean> =>
  changed(
    own(on, claim).set({
      stream_state: 'ready',
      stream_percent: 100,
      stream_problem: warning,
      stream_id: claim.streamId,
      stream_next_id: null,
      stream_bytes: bytes,
      source_seconds: sourceSeconds,
      stream_seconds: made.seconds,
      stream_lease_until: null,
      renditions: JSON.stringify(made.renditions),
      storyboard: made.storyboard && JSON.stringify(made.storyboard),
    }),
  )

/** Stores the measured length of a video. Returns true when it differs from the stored one. */
export async function correctDuration(on: Executor, videoId: string, seconds: number): Promise<boolean> {
  const { numUpdatedRows } = await on
    .updateTable('videos')
    .set({ duration_seconds: Math.max(1, Math.round(seconds)) })
    .where('id', '=', videoId)
    .where(sql<boolean>`(duration_seconds is null or abs(duration_seconds - ${seconds}::float8) > 1)`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Returns whether a stream is the one that is served. Locks the row, so that it waits for a transaction whose outcome is unknown here.
 */
export async function isServed(on: Executor, { videoId, streamId }: Own): Promise<boolean> {
  const row = await on.selectFrom('videos').select('stream_id').where('id', '=', videoId).forUpdate().executeTakeFirst()
  return row?.stream_id === streamId
}

export const failStream = (on: Executor, claim: Own, problem: string): Promise<boolean> =>
  changed(
    own(on, claim).set({
      stream_state: 'failed',
      stream_percent: 0,
      stream_problem: problem,
      stream_next_id: null,
      stream_lease_until: null,
    }),
  )

/** Returns the video to the queue, where it waits for its next attempt. An `interrupted` attempt does not count. */
export const releaseVideo = (
  on: Executor,
  claim: Own,
  {
    problem = null,
    waitSeconds = 0,
    interrupted = false,
  }: { problem?: string | null; waitSeconds?: number; interrupted?: boolean },
): Promise<boolean> =>
  changed(
    own(on, claim).set({
      stream_state: 'waiting',
      stream_percent: 0,
      stream_problem: problem,
      stream_next_id: null,
      stream_lease_until: waitSeconds > 0 ? inSeconds(waitSeconds) : null,
      ...(interrupted && { stream_attempts: sql<number>`stream_attempts - 1` }),
    }),
  )

/** Returns the folders of streams that workers are filling. */
export async function findRunningStreams(on: Executor): Promise<string[]> {
  const rows = await on
    .selectFrom('videos')
    .select('stream_next_id')
    .where('stream_state', '=', 'running')
    .where('stream_next_id', 'is not', null)
    .execute()
  return rows.flatMap((row) => row.stream_next_id ?? [])
}

export type ReadyStream = {
  videoId: string
  streamId: string
  renditions: { height: number; bytes: number }[]
  /** length of the original in whole seconds, measured on arrival */
  durationSeconds: number | null
  /** length of the original when it was compared with the stream; null if it was not compared */
  sourceSeconds: number | null
}

const readyStreams = (on: Executor) =>
  on
    .selectFrom('videos')
    .select([
      'id as videoId',
      'stream_id as streamId',
      'renditions',
      'duration_seconds as durationSeconds',
      'source_seconds as sourceSeconds',
    ])
    .where('stream_state', '=', 'ready')
    .where('stream_id', 'is not', null)
    .$narrowType<{ streamId: string; renditions: ReadyStream['renditions'] }>()

/** Returns the ready stream of a video. */
export const findReadyStream = async (on: Executor, videoId: string): Promise<ReadyStream | null> =>
  (await readyStreams(on).where('id', '=', videoId).executeTakeFirst()) ?? null

/** Returns ready earlier streams whose lengths were never compared with their originals, oldest first. */
export const findNotCompared = (on: Executor, limit: number): Promise<ReadyStream[]> =>
  readyStreams(on)
    .where('stream_seconds', 'is', null)
    .where('original_dropped_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()

type Compared = Pick<ReadyStream, 'videoId' | 'streamId'> & { sourceSeconds: number; streamSeconds: number }

/** Records that an earlier stream is as long as its original. */
export async function setCompared(on: Executor, compared: Compared): Promise<void> {
  const { videoId, streamId, sourceSeconds, streamSeconds } = compared
  await on
    .updateTable('videos')
    .set({ source_seconds: sourceSeconds, stream_seconds: streamSeconds })
    .where('id', '=', videoId)
    .where('stream_id', '=', streamId)
    .where('stream_state', '=', 'ready')
    .execute()
}

/** Queues a ready earlier video again, behind all others; its stream is served until the next one is ready. */
export async function requeueVideo(on: Executor, { videoId, streamId }: Pick<ReadyStream, 'videoId' | 'streamId'>) {
  await on
    .updateTable('videos')
    .set({ stream_state: 'none' })
    .where('id', '=', videoId)
    .where('stream_id', '=', streamId)
    .where('stream_state', '=', 'ready')
    .execute()
  await queueVideo(on, videoId, 1)
}

/**
 * Marks the original of a ready video as deleted. Returns false when this stream is no longer served, or was never confirmed to be as long
 * as the original.
 */
export async function dropOriginal(on: Executor, videoId: string, streamId: string, now: Date): Promise<boolean> {
  const row = await on
    .updateTable('videos')
    .set({ original_dropped_at: sql<Date>`coalesce(original_dropped_at, ${now})` })
    .where('id', '=', videoId)
    .where('stream_state', '=', 'ready')
    .where('stream_id', '=', streamId)
    .where(sql<boolean>`abs(stream_seconds - source_seconds) <= ${mostDifference}`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type StatusRow = {
  lecture_id: string
  course_id: string
  creator_id: string
  /** id of the creator */
  language: string | null
  stream_state: StreamState
  stream_percent: number
  stream_problem: string | null
  heights: number[]
}

const statusRows = (on: Executor) =>
  on
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .innerJoin('users', 'users.id', 'courses.creator_id')
    .innerJoin('videos', 'videos.id', 'lectures.video_id')
    .select([
      'users.language',
      'lectures.id as lecture_id',
      'courses.id as course_id',
      'courses.creator_id',
      'videos.id as video_id',
      'videos.stream_state',
      'videos.stream_percent',
      'videos.stream_problem',
      sql<number[]>`array(select (one->'height')::int from jsonb_array_elements(videos.renditions) as one)`.as(
        'heights',
      ),
    ])
    .where('courses.removed_at', 'is', null)

/** Returns the lectures with a video, for messages to their educators. Copies of a course share videos. */
export const findStatusOfVideo = (on: Executor, videoId: string): Promise<StatusRow[]> =>
  statusRows(on).where('videos.id', '=', videoId).limit(50).execute()

export const findStatusOfLecture = (on: Executor, lectureId: string) =>
  statusRows(on).where('lectures.id', '=', lectureId).executeTakeFirst()

export const findStatusOfCourse = (on: Executor, courseId: string) =>
  statusRows(on).where('courses.id', '=', courseId).orderBy('lectures.position').execute()

/** Returns positions in the queue by video id, from 1, in the order of `claimVideo`, assuming that each video takes about its length. */
export async function findQueuePlaces(on: Executor, videoIds: readonly string[]): Promise<Map<string, number>> {
  if (videoIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; place: number }>`
    with queue as (
      select id, stream_priority, stream_queued_at, ${usedNow} + coalesce(sum(coalesce(duration_seconds, 600)) over (
          partition by videos.owner_id order by stream_priority, stream_queued_at, id rows between unbounded preceding and 1 preceding
        ), 0) as used
      from videos left join stream_turns as turns on turns.owner_id = videos.owner_id
      where stream_state = 'waiting'
    ), places as (
      select id, (row_number() over (order by stream_priority, used, stream_queued_at, id))::int as place from queue
    )
    select id, place from places where id = any(${videoIds}::text[])`.execute(on)
  return new Map(rows.map(({ id, place }) => [id, place]))
}

/** Returns the numbers of waiting and running videos, and how long the oldest one has waited. */
export async function countQueue(on: Executor): Promise<{ waiting: number; running: number; oldestSeconds: number }> {
  const { rows } = await sql<{ waiting: number; running: number; oldestSeconds: number }>`
    select count(*) filter (where stream_state = 'waiting')::int as waiting,
      count(*) filter (where stream_state = 'running')::int as running,
      coalesce(extract(epoch from now() - min(stream_queued_at) filter (where stream_state = 'waiting' and stream_priority = 0)), 0)::float8
        as "oldestSeconds"
    from videos where stream_state in ('waiting', 'running')`.execute(on)
  return rows[0] ?? { waiting: 0, running: 0, oldestSeconds: 0 }
}
