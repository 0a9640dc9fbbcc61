import type { RecordingState, RecordingStop } from '@virtual-courses/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { claimNext, defineLease } from '#core/lease.ts'
import type { Tx } from '#core/transact.ts'
import type { LiveRecordingsTable } from '#db/schema.ts'

export type RecordingRow = Selectable<LiveRecordingsTable>

/** Lease of a recording of which a video is made. The holder is the work, and names its folder. */
export const mixLease = defineLease({
  table: 'live_recordings',
  id: 'id',
  holder: 'mix_id',
  until: 'mix_lease_until',
  seconds: 60,
  renewSeconds: 20,
})
/** Maximum number of attempts at a recording. */
export const maxAttempts = 3

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

export const findRunning = (on: Executor, sessionId: string): Promise<RecordingRow | undefined> =>
  on
    .selectFrom('live_recordings')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('state', '=', 'recording')
    .executeTakeFirst()

/** When the recording of a lecture's session began; null while none runs. */
export async function findRecordingSince(on: Executor, lectureId: string): Promise<Date | null> {
  const row = await on
    .selectFrom('live_recordings')
    .select('started_at')
    .where('lecture_id', '=', lectureId)
    .where('state', '=', 'recording')
    .executeTakeFirst()
  return row?.started_at ?? null
}

export async function insertRecording(tx: Tx, row: Insertable<LiveRecordingsTable>): Promise<void> {
  await tx.insertInto('live_recordings').values(row).execute()
}

/** Adds the peers of the educator and the co-hosts, who may leave before the recording ends. */
export async function noteHosts(on: Executor, sessionId: string): Promise<void> {
  await sql`
    update live_recordings as recording set hosts = array(select distinct unnest(recording.hosts || present.peers))
    from (
      select array_agg(participants.peer_id) as peers
      from live_participants as participants
      join live_recordings as running on running.session_id = participants.session_id and running.state = 'recording'
      where participants.session_id = ${sessionId}
        and (participants.user_id = running.owner_id or participants.role = 'cohost')
    ) as present
    where recording.session_id = ${sessionId} and recording.state = 'recording'
      and present.peers is not null and not present.peers <@ recording.hosts`.execute(on)
}

/** Stops a recording: a worker takes it some seconds later, when the media server has written the rest. Returns false when it had stopped. */
export async function stopRow(tx: Tx, id: string, at: Date, by: RecordingStop): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('live_recordings')
    .set({
      state: 'mixing',
      stopped_at: sql<Date>`greatest(${at}, started_at)`,
      stopped_by: by,
      queued_at: sql<Date>`now()`,
      mix_lease_until: inSeconds(writeSeconds),
    })
    .where('id', '=', id)
    .where('state', '=', 'recording')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
const writeSeconds = 5

/** Returns running recordings whose session is over, or which began before a time, with whether their session is over. */
export async function findToStop(on: Executor, before: Date) {
  const { rows } = await sql<{ id: string; session_id: string | null; over: boolean }>`
    select recording.id, recording.session_id, (session.id is null or session.ended_at is not null) as over
    from live_recordings as recording left join live_sessions as session on session.id = recording.session_id
    where recording.state = 'recording'
      and (session.id is null or session.ended_at is not null or recording.started_at < ${before})`.execute(on)
  return rows
}

/** Counts recordings by what they are, and the bytes of their videos; used ones are those that lectures have now. */
export async function countRecordings(on: Executor) {
  const { rows } = await sql<
    Record<'running' | 'waiting' | 'failed' | 'drafts' | 'draft_bytes' | 'used' | 'used_bytes', number>
  >`
    select count(*) filter (where state = 'recording')::int as running,
      count(*) filter (where state = 'mixing')::int as waiting,
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state = 'ready' and not is_used)::int as drafts,
      coalesce(sum(bytes) filter (where state = 'ready' and not is_used), 0)::float8 as draft_bytes,
      count(*) filter (where state = 'ready' and is_used)::int as used,
      coalesce(sum(bytes) filter (where state = 'ready' and is_used), 0)::float8 as used_bytes
    from (
      select *, exists (select from lectures where lectures.video_id = live_recordings.video_id) as is_used
      from live_recordings where state <> 'deleted'
    ) as recordings`.execute(on)
  return rows[0]
}

export const findAllRunning = (on: Executor) =>
  on
    .selectFrom('live_recordings')
    .select(['id', 'session_id', 'media_room', 'started_at'])
    .where('state', '=', 'recording')
    .orderBy('started_at', 'desc')
    .limit(1000)
    .execute()

export const findRecordings = (on: Executor, lectureId: string, limit: number): Promise<RecordingRow[]> =>
  on
    .selectFrom('live_recordings')
    .selectAll()
    .where('lecture_id', '=', lectureId)
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Returns a recording of an educator's own lecture. */
export const findOwn = (on: Executor, id: string, ownerId: string): Promise<RecordingRow | undefined> =>
  on
    .selectFrom('live_recordings')
    .innerJoin('lectures', 'lectures.id', 'live_recordings.lecture_id')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .selectAll('live_recordings')
    .where('live_recordings.id', '=', id)
    .where('courses.creator_id', '=', ownerId)
    .where('courses.removed_at', 'is', null)
    .executeTakeFirst()

/** Returns what hosts wrote in the chat while a recording ran, the first first. */
export const findWritten = (on: Executor, recording: RecordingRow, limit: number) =>
  on
    .selectFrom('live_messages')
    .select(['message', 'created_at'])
    .where('session_id', '=', recording.session_id)
    .where('created_at', '>=', recording.started_at)
    .where('created_at', '<=', recording.stopped_at ?? recording.started_at)
    .where((where) =>
      where.or([
        where('user_id', '=', recording.owner_id),
        where(
          'user_id',
          'in',
          where.selectFrom('live_cohosts').select('user_id').where('session_id', '=', recording.session_id),
        ),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()

export const lockRecording = (tx: Tx, id: string): Promise<RecordingRow | undefined> =>
  tx.selectFrom('live_recordings').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function markUsed(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('live_recordings').set({ used_at: at }).where('id', '=', id).execute()
}

/** Queues a failed recording again. */
export async function queueAgain(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('live_recordings')
    .set({
      state: 'mixing',
      percent: 0,
      problem: null,
      attempts: 0,
      queued_at: sql<Date>`now()`,
      mix_lease_until: null,
      ended_at: null,
    })
    .where('id', '=', id)
    .execute()
}

/** Marks recordings as deleted, whatever they are; returns their drafts. Their files are deleted by a worker. */
async function deleteRows(on: Executor, which: ReturnType<typeof sql<boolean>>, at: Date): Promise<string[]> {
  const { rows } = await sql<{ video_id: string | null }>`
    update live_recordings as recording
    set state = 'deleted', video_id = null, problem = null, percent = 0, mix_lease_until = null, ended_at = ${at},
      stopped_at = coalesce(recording.stopped_at, ${at}), stopped_by = coalesce(recording.stopped_by, 'session')
    from live_recordings as before
    where recording.id = before.id and recording.state <> 'deleted' and ${which}
    returning before.video_id`.execute(on)
  return rows.flatMap(({ video_id }) => (video_id === null ? [] : [video_id]))
}

export const deleteOne = (on: Executor, id: string, at: Date): Promise<string[]> =>
  deleteRows(on, sql`recording.id = ${id}`, at)

export const deleteOf = (on: Executor, of: { lectureId: string } | { courseId: string }, at: Date): Promise<string[]> =>
  deleteRows(
    on,
    'lectureId' in of
      ? sql`recording.lecture_id = ${of.lectureId}`
      : sql`recording.lecture_id in (select id from lectures where course_id = ${of.courseId})`,
    at,
  )

/** Deletes drafts and failures that ended before a time, and those without a lecture. */
export const deleteExpired = (on: Executor, before: Date, at: Date): Promise<string[]> =>
  deleteRows(
    on,
    sql`(recording.state in ('ready', 'failed') and greatest(recording.ended_at, recording.used_at) < ${before}
      or recording.state <> 'recording' and recording.lecture_id is null)`,
    at,
  )

/** Deletes the rows of recordings that were deleted before a time and whose files are gone. */
export async function deleteOldRows(on: Executor, before: Date): Promise<void> {
  await on
    .deleteFrom('live_recordings')
    .where('state', '=', 'deleted')
    .where('files_removed_at', 'is not', null)
    .where('ended_at', '<', before)
    .execute()
}

/** Returns recordings whose files are not needed any more: deleted ones, and those whose video was ready before a time. */
export const findToClear = (on: Executor, readyBefore: Date, limit: number): Promise<RecordingRow[]> =>
  on
    .selectFrom('live_recordings')
    .selectAll()
    .where('files_removed_at', 'is', null)
    .where((where) =>
      where.or([
        where('state', '=', 'deleted'),
        where.and([where('state', '=', 'ready'), where('ended_at', '<', readyBefore)]),
      ]),
    )
    .orderBy('ended_at')
    .limit(limit)
    .execute()

export async function markCleared(on: Executor, id: string, at: Date): Promise<void> {
  await on.updateTable('live_recordings').set({ files_removed_at: at }).where('id', '=', id).execute()
}

/** Returns the recordings that workers make videos of; folders of others are left over. */
export async function findMixing(on: Executor): Promise<string[]> {
  const rows = await on.selectFrom('live_recordings').select('id').where('state', '=', 'mixing').execute()
  return rows.map(({ id }) => id)
}

/** A recording that this process makes a video of. */
export type Claim = Pick<RecordingRow, 'id' | 'owner_id' | 'media_room' | 'started_at' | 'hosts' | 'attempts'> & {
  stopped_at: Date
  mix_id: string
}

/**
 * Claims the next recording, that of the educator with the least work on recordings of today first, then the oldest. Those whose worker is
 * gone are in the queue too.
 */
export const claimRecording = (on: Executor, mixId: string): Promise<Claim | null> =>
  claimNext<Claim>(on, mixLease, mixId, {
    join: sql`
      join lateral (
        select count(*) filter (where own.state = 'mixing' and own.mix_lease_until > now()) as running,
          coalesce(sum(own.seconds) filter (where own.ready_at > now() - interval '24 hours'), 0) as made
        from live_recordings as own where own.owner_id = waiting.owner_id and own.id <> waiting.id
      ) as educator on true`,
    where: sql`waiting.state = 'mixing'`,
    order: sql`educator.running, educator.made, waiting.queued_at, waiting.id`,
    set: sql`attempts = taken.attempts + 1`,
    returning: sql`claimed.id, claimed.owner_id, claimed.media_room, claimed.started_at, claimed.stopped_at, claimed.hosts,
      claimed.attempts, claimed.mix_id`,
  })

type Own = Pick<Claim, 'id' | 'mix_id'>

async function changeOwn(on: Executor, { id, mix_id }: Own, values: Record<string, unknown>): Promise<boolean> {
  const { numUpdatedRows } = await on
    .updateTable('live_recordings')
    .set(values)
    .where('id', '=', id)
    .where('mix_id', '=', mix_id)
    .where('state', '=', 'mixing')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Each returns false when the claim was lost: the recording was deleted or taken by another worker. */
export const setPercent = (on: Executor, claim: Own, percent: number) => changeOwn(on, claim, { percent })

export const finishMix = (
  on: Executor,
  claim: Own,
  made: { videoId: string; seconds: number; bytes: number; at: Date },
): Promise<boolean> =>
  changeOwn(on, claim, {
    ...{ state: 'ready' satisfies RecordingState, percent: 100, problem: null, mix_lease_until: null },
    ...{ video_id: made.videoId, seconds: made.seconds, bytes: made.bytes, ready_at: made.at, ended_at: made.at },
  })

export const failMix = (on: Executor, claim: Own, problem: string, at: Date): Promise<boolean> =>
  changeOwn(on, claim, {
    ...{ state: 'failed' satisfies RecordingState, percent: 0, problem, mix_lease_until: null, ended_at: at },
  })

/** Gives a recording back to the queue; `interrupted` is no attempt. */
export const releaseMix = (
  on: Executor,
  claim: Own & Pick<Claim, 'attempts'>,
  {
    problem = null,
    waitSeconds = 0,
    interrupted = false,
  }: { problem?: string | null; waitSeconds?: number; interrupted?: boolean },
): Promise<boolean> =>
  changeOwn(on, claim, {
    ...{ problem, percent: 0, mix_lease_until: waitSeconds > 0 ? inSeconds(waitSeconds) : null },
    ...(interrupted && { attempts: Math.max(0, claim.attempts - 1) }),
  })
