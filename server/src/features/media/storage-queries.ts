import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { english } from '#core/languages/language.ts'
import { recordingProblems } from '#ports/recording-problems.ts'
import { videoProblems } from '#ports/video-problems.ts'

const storageKinds = ['videos', 'streams', 'files', 'images', 'unfinished', 'texts'] as const
export type StorageKind = (typeof storageKinds)[number]
/** Bytes by kind; `total` is their sum. */
export type StorageUse = Record<StorageKind | 'total', number>

/** Adds up what the database says as text. */
export const toStorageUse = (row: Partial<Record<StorageKind, string>> = {}): StorageUse => {
  const use = { videos: 0, streams: 0, files: 0, images: 0, unfinished: 0, texts: 0, total: 0 }
  for (const kind of storageKinds) {
    use[kind] = Number(row[kind] ?? 0)
    use.total += use[kind]
  }
  return use
}

const kindColumns = sql.join(storageKinds.map((kind) => sql.ref(kind)))

/** What a user has; zeros for those without anything. */
export async function findStorageUse(on: Executor, ownerId: string): Promise<StorageUse> {
  const { rows } = await sql<Record<StorageKind, string>>`
    select ${kindColumns} from storage_usage where owner_id = ${ownerId}`.execute(on)
  return toStorageUse(rows[0])
}

/** What a user has; makes all others that change it wait until this transaction ends. */
export async function lockStorageUse(on: Executor, ownerId: string): Promise<StorageUse> {
  await sql`insert into storage_usage (owner_id) values (${ownerId}) on conflict do nothing`.execute(on)
  const { rows } = await sql<Record<StorageKind, string>>`
    select ${kindColumns} from storage_usage where owner_id = ${ownerId} for update`.execute(on)
  return toStorageUse(rows[0])
}

const sumOf = (table: 'storage_usage' | 'storage_totals') => sql`
  select ${sql.join(storageKinds.map((kind) => sql`coalesce(sum(${sql.ref(kind)}), 0) as ${sql.ref(kind)}`))}
  from ${sql.table(table)}`

/** What all users together have in the store. */
export async function findStorageTotal(on: Executor): Promise<StorageUse> {
  const { rows } = await sql<Record<StorageKind, string>>`${sumOf('storage_totals')}`.execute(on)
  return toStorageUse(rows[0])
}

/** Makes the deletion of an account wait until this transaction ends. */
export async function keepOwner(on: Executor, ownerId: string): Promise<void> {
  await sql`select from users where id = ${ownerId} for key share`.execute(on)
}

/** Makes all others that reserve room wait until this transaction ends. */
export async function lockReservations(on: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('storage_reservations'))`.execute(on)
}

export async function insertReservation(
  on: Executor,
  reservation: { id: string; owner_id: string; announced: number; fed_until: Date; expires_at: Date },
): Promise<void> {
  await on
    .insertInto('storage_reservations')
    .values({ ...reservation, bytes: 0 })
    .execute()
}

export type ReservationRow = { bytes: number; announced: number; stored: number }

/** A reservation, locked until the transaction ends; undefined when there is none any more. */
export async function lockReservation(on: Executor, id: string, ownerId: string): Promise<ReservationRow | undefined> {
  const row = await on
    .selectFrom('storage_reservations')
    .select(['bytes', 'announced', 'stored'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()
  return row && { bytes: Number(row.bytes), announced: Number(row.announced), stored: Number(row.stored) }
}

export async function setReservation(
  on: Executor,
  id: string,
  now: ReservationRow & { fed_until: Date; expires_at?: Date },
): Promise<void> {
  await on.updateTable('storage_reservations').set(now).where('id', '=', id).execute()
}

/** Bytes that reservations of uploads that are fed have beyond what has arrived: of all users, and of one. */
export async function sumWindows(on: Executor, ownerId: string): Promise<{ all: number; own: number }> {
  const { rows } = await sql<{ all: string; own: string }>`
    select coalesce(sum(bytes - stored), 0) as all, coalesce(sum(bytes - stored) filter (where owner_id = ${ownerId}), 0) as own
    from storage_reservations where bytes > stored`.execute(on)
  return { all: Number(rows[0]?.all ?? 0), own: Number(rows[0]?.own ?? 0) }
}

/** Bytes that uploads of a user that are fed have announced beyond what they have reserved. */
export async function sumAnnounced(on: Executor, ownerId: string): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(announced - bytes), 0) as bytes from storage_reservations
    where owner_id = ${ownerId} and announced > bytes`.execute(on)
  return Number(rows[0]?.bytes ?? 0)
}

/** Takes from uploads that nothing feeds any more what they have not filled; what has arrived of them stays counted. */
export async function endUnfedReservations(on: Executor, now: Date): Promise<void> {
  await sql`
    update storage_reservations set bytes = stored, announced = stored
    where fed_until <= ${now} and (bytes > stored or announced > stored)`.execute(on)
}

/** Deletes a reservation; returns its bytes, null when there is none any more. */
export async function deleteReservation(on: Executor, id: string, ownerId: string): Promise<number | null> {
  const deleted = await on
    .deleteFrom('storage_reservations')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .returning('bytes')
    .executeTakeFirst()
  return deleted ? Number(deleted.bytes) : null
}

export async function deleteExpiredReservations(on: Executor, now: Date): Promise<void> {
  await on.deleteFrom('storage_reservations').where('expires_at', '<=', now).execute()
}

/** What the rows of media and texts add up to, by owner. The amounts of texts are those of the triggers that keep the sums. */
const counted = sql`
  select owner_id, sum(videos) as videos, sum(streams) as streams, sum(files) as files, sum(images) as images,
    sum(unfinished) as unfinished, sum(texts) as texts
  from (
    select owner_id, case when original_dropped_at is null then bytes else 0 end as videos, stream_bytes as streams,
      0 as files, 0 as images, 0 as unfinished, 0 as texts from videos
    union all select owner_id, 0, 0, bytes, 0, 0, 0 from files
    union all select coalesce(owner_id, ''), 0, 0, 0, coalesce(bytes, 0), 0, 0 from images
    union all select owner_id, 0, 0, 0, 0, bytes, 0 from storage_reservations
    union all select creator_id, 0, 0, 0, 0, 0, 1000 + octet_length(title) + octet_length(sub_title) + octet_length(description)
      + octet_length(outcomes::text) + octet_length(requirements::text) + octet_length(audience::text) from courses
    union all select owner_id, 0, 0, 0, 0, 0, 500 + octet_length(title) + octet_length(description) + octet_length(body)
      + octet_length(chapters::text) from lectures
    union all select owner_id, 0, 0, 0, 0, 0, 200 + octet_length(vtt) from caption_texts
    union all select owner_id, 0, 0, 0, 0, 0, 500 + coalesce(octet_length(transcript), 0) + octet_length(lines::text)
      from transcriptions
  ) as parts group by owner_id`

/**
 * Repairs the kept sums and returns the owners, at most `limit`, whose sums were wrong; '' for images of no one, 'all' for the totals. Each
 * statement reads sums and rows of one moment and adds the difference, so it may run beside uploads.
 */
export async function repairStorageUse(on: Executor, limit: number): Promise<string[]> {
  const differences = sql.join(
    storageKinds.map(
      (kind) =>
        sql`(coalesce(counted.${sql.ref(kind)}, 0) - coalesce(kept.${sql.ref(kind)}, 0))::bigint as ${sql.ref(kind)}`,
    ),
  )
  const wrong = await sql<{ owner: string }>`
    with different as (
      select coalesce(kept.owner_id, counted.owner_id) as owner, ${differences}
      from (${counted}) as counted full join storage_usage as kept on kept.owner_id = counted.owner_id
    ), wrong as materialized (
      select * from different where (${kindColumns}) <> (${sql.join(storageKinds.map(() => sql`0`))}) order by owner limit ${limit}
    )
    select owner, storage_add(owner, ${kindColumns}) from wrong`.execute(on)
  const totals = await sql`
    insert into storage_totals as kept (shard, ${kindColumns})
    select 0, ${sql.join(storageKinds.map((kind) => sql`used.${sql.ref(kind)} - summed.${sql.ref(kind)}`))}
    from (${sumOf('storage_usage')}) as used, (${sumOf('storage_totals')}) as summed
    where used is distinct from summed
    on conflict (shard) do update set ${sql.join(
      storageKinds.map((kind) => sql`${sql.ref(kind)} = kept.${sql.ref(kind)} + excluded.${sql.ref(kind)}`),
    )}
    returning shard`.execute(on)
  return [...wrong.rows.map(({ owner }) => owner), ...(totals.rows.length > 0 ? ['all'] : [])]
}

/** Returns the number of videos and recordings whose worker had too little disk space, and which are tried again. */
export async function countWaitingForSpace(on: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (
      (select count(*) from videos
        where stream_state = 'waiting' and stream_problem = ${english(videoProblems.noSpace())})
      + (select count(*) from live_recordings
        where state = 'mixing' and problem = ${english(recordingProblems.noSpace())})
    )::int as count`.execute(on)
  return rows[0]?.count ?? 0
}
