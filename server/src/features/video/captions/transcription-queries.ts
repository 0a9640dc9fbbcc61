import { type Insertable, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { TranscriptionsTable } from '#db/schema.ts'
import type { SpokenLine } from '#ports/transcriber.ts'

export const findTranscription = (on: Executor, lectureId: string) =>
  on
    .selectFrom('transcriptions')
    .select([
      'id',
      'language',
      'kind',
      'state',
      'seconds',
      'heard_seconds',
      'problem',
      'owner_id',
      'video_id',
      'requested_at',
      'changed_at',
    ])
    .where('lecture_id', '=', lectureId)
    .executeTakeFirst()

/** Replaces the lecture's last request. The lecture's course must be locked. */
export async function putTranscription(tx: Tx, request: Insertable<TranscriptionsTable>): Promise<void> {
  await tx.deleteFrom('transcriptions').where('lecture_id', '=', request.lecture_id).execute()
  await tx.insertInto('transcriptions').values(request).execute()
}

/** Returns a request that is still open, with all data for its next part. */
export async function findOpenTranscription(on: Executor, id: string) {
  const row = await on
    .selectFrom('transcriptions')
    .innerJoin('videos', 'videos.id', 'transcriptions.video_id')
    .select([
      'transcriptions.lecture_id',
      'transcriptions.owner_id',
      'transcriptions.video_id',
      'transcriptions.language',
      'transcriptions.replaces',
      'transcriptions.seconds',
      'transcriptions.heard_seconds',
      'transcriptions.failures',
      'transcriptions.requested_at',
      'videos.content_type',
      'videos.stream_id',
      'transcriptions.kind',
      'transcriptions.transcript',
    ])
    .select([
      sql<SpokenLine[]>`transcriptions.lines`.as('lines'),
      sql<number | null>`(videos.renditions -> 0 ->> 'height')::int`.as('lowest_height'),
      sql<number>`coalesce((videos.renditions -> 0 ->> 'bytes')::float8, videos.bytes)`.as('bytes'),
    ])
    .where('transcriptions.id', '=', id)
    .where('transcriptions.state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  return row
}
export type OpenTranscription = NonNullable<Awaited<ReturnType<typeof findOpenTranscription>>>

/** Counts the transcripts of an educator that are being timed. */
export async function countTimed(on: Executor, ownerId: string): Promise<number> {
  const { count } = await on
    .selectFrom('transcriptions')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'transcript')
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow()
  return count
}

/** Adds the lines of a part. Returns false when another run has added them, or the request was stopped. */
export async function addTranscribed(
  tx: Tx,
  id: string,
  part: { from: number; to: number; lines: readonly SpokenLine[]; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('transcriptions')
    .set({
      state: 'running',
      failures: 0,
      heard_seconds: part.to,
      lines: sql`lines || ${JSON.stringify(part.lines)}::jsonb`,
      changed_at: part.now,
    })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .where('heard_seconds', '=', part.from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Counts a failure of the current part. */
export async function addFailure(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('transcriptions')
    .set({ failures: sql`failures + 1`, changed_at: now })
    .where('id', '=', id)
    .execute()
}

/** Ends an open request. Seconds that were not sent to the service are returned to the allowance of their day. */
export async function endTranscription(
  tx: Tx,
  id: string,
  end: { state: 'done' | 'failed' | 'canceled'; problem?: string; now: Date },
): Promise<void> {
  const ended = await tx
    .updateTable('transcriptions')
    .set({ state: end.state, problem: end.problem ?? null, lines: '[]', transcript: null, changed_at: end.now })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returning(['kind', 'owner_id', 'seconds', 'heard_seconds', 'requested_at'])
    .executeTakeFirst()
  const left = ended?.kind === 'speech' ? Math.floor(ended.seconds - ended.heard_seconds) : 0
  if (!ended || left <= 0) return
  await tx
    .updateTable('transcription_days')
    .set({ seconds: sql`greatest(0, seconds - ${left})` })
    .where('owner_id', '=', ended.owner_id)
    .where('day', '=', dayOf(ended.requested_at))
    .execute()
}

/** Returns the date in UTC. */
const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Returns the seconds of speech of a day, of one educator and in total. */
export async function countSeconds(on: Executor, ownerId: string, now: Date): Promise<{ own: number; all: number }> {
  const row = await on
    .selectFrom('transcription_days')
    .select([
      sql<number>`coalesce(sum(seconds) filter (where owner_id = ${ownerId}), 0)::int`.as('own'),
      sql<number>`coalesce(sum(seconds), 0)::int`.as('all'),
    ])
    .where('day', '=', dayOf(now))
    .executeTakeFirstOrThrow()
  return row
}

/**
 * Deducts seconds from the day's allowance, unless the limit of the educator or of the site would be exceeded. Returns which limit was
 * reached, or `taken`.
 */
export async function deductSeconds(
  tx: Tx,
  ownerId: string,
  wanted: { seconds: number; own: number; all: number; now: Date },
): Promise<'taken' | 'own' | 'all'> {
  // Requests are rare, so they are serialised; two together cannot exceed the limit.
  await sql`lock table transcription_days in share row exclusive mode`.execute(tx)
  const { own, all } = await countSeconds(tx, ownerId, wanted.now)
  if (own + wanted.seconds > wanted.own) return 'own'
  if (all + wanted.seconds > wanted.all) return 'all'
  await tx
    .insertInto('transcription_days')
    .values({ day: dayOf(wanted.now), owner_id: ownerId, seconds: wanted.seconds })
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'owner_id'])
        .doUpdateSet({ seconds: sql`transcription_days.seconds + ${wanted.seconds}` }),
    )
    .execute()
  return 'taken'
}

/** Deletes the counts of days before a date. */
export async function deleteDaysBefore(on: Executor, before: Date): Promise<void> {
  await on.deleteFrom('transcription_days').where('day', '<', dayOf(before)).execute()
}
