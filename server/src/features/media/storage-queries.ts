import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'

const storageKinds = ['videos', 'streams', 'files', 'images', 'unfinished'] as const
export type StorageKind = (typeof storageKinds)[number]
/** Bytes by kind; `total` is their sum. */
export type StorageUse = Record<StorageKind | 'total', number>

/** Adds up what the database says as text. */
export const toStorageUse = (row: Partial<Record<StorageKind, string>> = {}): StorageUse => {
  const { videos = 0, streams = 0, files = 0, images = 0, unfinished = 0 } = row
  const bytes = { videos, streams, files, images, unfinished }
  const use = { videos: 0, streams: 0, files: 0, images: 0, unfinished: 0, total: 0 }
  for (const kind of storageKinds) {
    use[kind] = Number(bytes[kind])
    use.total += use[kind]
  }
  return use
}

/** What a user has in the store; zeros for those without anything. */
export async function findStorageUse(on: Executor, ownerId: string): Promise<StorageUse> {
  const { rows } = await sql<Record<StorageKind, string>>`
    select videos, streams, files, images, unfinished from storage_usage where owner_id = ${ownerId}`.execute(on)
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

/** Makes all others that reserve room wait until this transaction ends. */
export async function lockReservations(on: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('storage_reservations'))`.execute(on)
}

export async function insertReservation(
  on: Executor,
  reservation: { id: string; owner_id: string; bytes: number; expires_at: Date },
): Promise<void> {
  await on.insertInto('storage_reservations').values(reservation).execute()
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

/** What the rows of media add up to, by owner. */
const counted = sql`
  select owner_id, sum(videos) as videos, sum(streams) as streams, sum(files) as files, sum(images) as images,
    sum(unfinished) as unfinished
  from (
    select owner_id, case when original_dropped_at is null then bytes else 0 end as videos, stream_bytes as streams,
      0 as files, 0 as images, 0 as unfinished from videos
    union all select owner_id, 0, 0, bytes, 0, 0 from files
    union all select coalesce(owner_id, ''), 0, 0, 0, coalesce(bytes, 0), 0 from images
    union all select owner_id, 0, 0, 0, 0, bytes from storage_reservations
  ) as parts group by owner_id`

/**
 * Repairs the kept sums and returns the owners, at most `limit`, whose sums were wrong; '' for images of no one, 'all' for the totals. Each
 * statement reads sums and rows of one moment and adds the difference, so it may run beside uploads.
 */
export async function repairStorageUse(on: Executor, limit: number): Promise<string[]> {
  const wrong = await sql<{ owner: string }>`
    with different as (
      select coalesce(kept.owner_id, counted.owner_id) as owner,
        coalesce(counted.videos, 0) - coalesce(kept.videos, 0) as videos,
        coalesce(counted.streams, 0) - coalesce(kept.streams, 0) as streams,
        coalesce(counted.files, 0) - coalesce(kept.files, 0) as files,
        coalesce(counted.images, 0) - coalesce(kept.images, 0) as images,
        coalesce(counted.unfinished, 0) - coalesce(kept.unfinished, 0) as unfinished
      from (${counted}) as counted full join storage_usage as kept on kept.owner_id = counted.owner_id
    ), wrong as materialized (
      select * from different where (videos, streams, files, images, unfinished) <> (0, 0, 0, 0, 0) order by owner limit ${limit}
    )
    select owner, storage_add(owner, videos::bigint, streams::bigint, files::bigint, images::bigint, unfinished::bigint)
    from wrong`.execute(on)
  const totals = await sql`
    insert into storage_totals as kept (shard, videos, streams, files, images, unfinished)
    select 0, used.videos - summed.videos, used.streams - summed.streams, used.files - summed.files,
      used.images - summed.images, used.unfinished - summed.unfinished
    from (${sumOf('storage_usage')}) as used, (${sumOf('storage_totals')}) as summed
    where used is distinct from summed
    on conflict (shard) do update set videos = kept.videos + excluded.videos, streams = kept.streams + excluded.streams,
      files = kept.files + excluded.files, images = kept.images + excluded.images,
      unfinished = kept.unfinished + excluded.unfinished
    returning shard`.execute(on)
  return [...wrong.rows.map(({ owner }) => owner), ...(totals.rows.length > 0 ? ['all'] : [])]
}
