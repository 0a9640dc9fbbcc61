import { type Kysely, sql } from 'kysely'

/**
 * How many bytes of the media store each user has, kept by triggers in the transactions that change the rows of media, and room that is
 * reserved for uploads that have begun. The sum over all users is kept in a few rows, so that uploads of different users rarely wait for
 * each other. Images of before get their bytes from the check of the store.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const kinds = ['videos', 'streams', 'files', 'images', 'unfinished']
const columns = kinds.map((kind) => `${kind} bigint not null default 0`).join(', ')

/** What one row of a table adds to the kinds. */
const parts = {
  videos: {
    videos: 'case when row.original_dropped_at is null then row.bytes else 0 end',
    streams: 'row.stream_bytes',
  },
  files: { files: 'row.bytes' },
  images: { images: 'coalesce(row.bytes, 0)' },
  storage_reservations: { unfinished: 'row.bytes' },
}
type Parts = Readonly<Record<string, string>>

/** The arguments of `storage_add` for a row. */
const added = (of: Parts, row: string, sign: '' | '-'): string =>
  [
    `coalesce(${row}.owner_id, '')`,
    ...kinds.map((kind) => `${sign}(${of[kind]?.replaceAll('row.', `${row}.`) ?? 0})`),
  ].join(', ')

/** The statements that keep what the rows of a table add; one row at a time, since media come and go one by one. */
const countTable = (table: string, of: Parts): string[] => [
  `create function count_${table}() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then perform storage_add(${added(of, 'old', '-')}); end if;
      if tg_op <> 'DELETE' then perform storage_add(${added(of, 'new', '')}); end if;
      return null;
    end $$`,
  `create trigger ${table}_stored after insert or delete on ${table} for each row execute function count_${table}()`,
  `create trigger ${table}_stored_again after update on ${table} for each row
    when ((${added(of, 'old', '')}) is distinct from (${added(of, 'new', '')})) execute function count_${table}()`,
]

const statements = [
  'alter table images add column bytes integer check (bytes >= 0)',
  'create index images_unmeasured on images (id) where bytes is null',
  'create index videos_owner on videos (owner_id)',

  `create table storage_reservations (
    id text primary key,
    owner_id text not null references users (id),
    bytes bigint not null check (bytes >= 0),
    expires_at timestamptz not null
  )`,
  'create index storage_reservations_expiry on storage_reservations (expires_at)',

  `create table storage_usage (owner_id text primary key, ${columns},
    total bigint generated always as (${kinds.join(' + ')}) stored)`,
  'create index storage_usage_largest on storage_usage (total, owner_id)',
  `create table storage_totals (shard integer primary key check (shard between 0 and 15), ${columns})`,

  `create function storage_add(owner text, ${kinds.map((kind) => `more_${kind} bigint`).join(', ')}) returns void
    language sql as $$
      insert into storage_usage as kept (owner_id, ${kinds.join(', ')})
        values (owner, ${kinds.map((kind) => `more_${kind}`).join(', ')})
        on conflict (owner_id) do update set ${kinds.map((kind) => `${kind} = kept.${kind} + excluded.${kind}`).join(', ')}
    $$`,
  // the row of the owner is locked first, that of the totals last, and nothing after it
  `create function sum_storage() returns trigger language plpgsql as $$
    begin
      insert into storage_totals as kept (shard, ${kinds.join(', ')})
        values (abs(hashtext(new.owner_id) % 16), ${kinds.map((kind) => `new.${kind} - coalesce(old.${kind}, 0)`).join(', ')})
        on conflict (shard) do update set ${kinds.map((kind) => `${kind} = kept.${kind} + excluded.${kind}`).join(', ')};
      return null;
    end $$`,

  `insert into storage_usage (owner_id, videos, streams, files)
    select owner_id, sum(videos), sum(streams), sum(files) from (
      select owner_id, case when original_dropped_at is null then bytes else 0 end as videos, stream_bytes as streams, 0 as files from videos
      union all select owner_id, 0, 0, bytes from files
    ) as stored group by owner_id`,
  `insert into storage_totals (shard, ${kinds.join(', ')})
    select abs(hashtext(owner_id) % 16), ${kinds.map((kind) => `sum(${kind})`).join(', ')} from storage_usage group by 1`,
  `create trigger storage_usage_summed after insert or update on storage_usage for each row execute function sum_storage()`,
  ...Object.entries(parts).flatMap(([table, of]) => countTable(table, of)),
]
