import { type Kysely, sql } from 'kysely'

/**
 * Texts count as storage of their account: courses, lectures, captions and transcripts, each row with a fixed amount beside its texts.
 * Captions of copied lectures share one text, which goes with the last of them. Reservations of uploads grow with what arrives: they keep
 * what was announced, what has arrived, and until when the upload counts as one that is fed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const kinds = ['videos', 'streams', 'files', 'images', 'unfinished', 'texts']
const names = kinds.join(', ')

/** The arguments of `storage_add` for a row of media. */
const added = (of: Readonly<Record<string, string>>, row: string, sign: '' | '-'): string =>
  [
    `coalesce(${row}.owner_id, '')`,
    ...kinds.map((kind) => `${sign}(${of[kind]?.replaceAll('row.', `${row}.`) ?? 0})`),
  ].join(', ')

const media = {
  videos: {
    videos: 'case when row.original_dropped_at is null then row.bytes else 0 end',
    streams: 'row.stream_bytes',
  },
  files: { files: 'row.bytes' },
  images: { images: 'coalesce(row.bytes, 0)' },
  storage_reservations: { unfinished: 'row.bytes' },
}

/** The tables whose rows are texts: the column of the owner, the columns that count, and the bytes of a row. */
const texts = {
  courses: {
    owner: 'creator_id',
    columns: ['title', 'sub_title', 'description', 'outcomes', 'requirements', 'audience'],
    bytes: '1000',
  },
  lectures: { owner: 'owner_id', columns: ['title', 'description', 'body', 'chapters'], bytes: '500' },
  caption_texts: { owner: 'owner_id', columns: ['vtt'], bytes: '200' },
  transcriptions: { owner: 'owner_id', columns: ['transcript', 'lines'], bytes: '500' },
}
const bytesOf = ({ columns, bytes }: { columns: string[]; bytes: string }, row = ''): string =>
  [bytes, ...columns.map((column) => `coalesce(octet_length(${row}${column}::text), 0)`)].join(' + ')

const statements = [
  // captions of copies share their text
  `create table caption_texts (
    id text primary key,
    owner_id text not null,
    vtt text not null
  )`,
  'create index caption_texts_owner on caption_texts (owner_id)',
  'alter table lecture_captions add column text_id text',
  'update lecture_captions set text_id = gen_random_uuid()::text',
  `insert into caption_texts (id, owner_id, vtt)
    select captions.text_id, courses.creator_id, captions.vtt from lecture_captions as captions
    join lectures on lectures.id = captions.lecture_id join courses on courses.id = lectures.course_id`,
  `alter table lecture_captions drop column vtt, alter column text_id set not null,
    add foreign key (text_id) references caption_texts (id)`,
  'create index lecture_captions_text on lecture_captions (text_id)',
  // the lock makes two that drop the last two captions of a text wait for each other
  `create function drop_unused_caption_text() returns trigger language plpgsql as $$
    begin
      perform from caption_texts where id = old.text_id for update;
      delete from caption_texts where id = old.text_id
        and not exists (select from lecture_captions where text_id = old.text_id);
      return null;
    end $$`,
  `create trigger caption_text_dropped after delete on lecture_captions
    for each row execute function drop_unused_caption_text()`,
  `create trigger caption_text_replaced after update of text_id on lecture_captions
    for each row when (old.text_id <> new.text_id) execute function drop_unused_caption_text()`,

  // when a course is deleted, its row is gone before its lectures are
  `alter table lectures add column owner_id text not null default ''`,
  'update lectures set owner_id = courses.creator_id from courses where courses.id = lectures.course_id',
  `create function set_lecture_owner() returns trigger language plpgsql as $$
    begin
      new.owner_id := (select creator_id from courses where id = new.course_id);
      return new;
    end $$`,
  `create trigger lectures_owner before insert on lectures for each row execute function set_lecture_owner()`,

  // a copy that is not complete is hidden as a removed course is
  'alter table courses add column copying_since timestamptz',
  'create index courses_copying on courses (copying_since) where copying_since is not null',

  // uploads
  `alter table storage_reservations add column announced bigint not null default 0 check (announced >= 0),
    add column stored bigint not null default 0 check (stored >= 0),
    add column fed_until timestamptz not null default now()`,
  `update storage_reservations set announced = bytes,
    stored = coalesce((select received from uploads where uploads.reservation_id = storage_reservations.id), 0)`,
  'create index storage_reservations_fed on storage_reservations (fed_until) where bytes > stored or announced > stored',
  'create index storage_reservations_owner on storage_reservations (owner_id)',

  // sums
  'drop index storage_usage_largest',
  'drop trigger storage_usage_summed on storage_usage',
  'alter table storage_usage drop column total, add column texts bigint not null default 0',
  `alter table storage_usage add column total bigint generated always as (${kinds.join(' + ')}) stored`,
  'create index storage_usage_largest on storage_usage (total, owner_id)',
  'alter table storage_totals add column texts bigint not null default 0',
  'drop function storage_add',
  `create function storage_add(owner text, ${kinds.map((kind) => `more_${kind} bigint`).join(', ')}) returns void
    language sql as $$
      insert into storage_usage as kept (owner_id, ${names})
        values (owner, ${kinds.map((kind) => `more_${kind}`).join(', ')})
        on conflict (owner_id) do update set ${kinds.map((kind) => `${kind} = kept.${kind} + excluded.${kind}`).join(', ')}
    $$`,
  // Any row of the totals does: a transaction about texts goes on to other locks, and none should wait for its row meanwhile.
  `create or replace function sum_storage() returns trigger language plpgsql as $$
    declare
      own integer := abs(hashtext(new.owner_id) % 16);
      free integer;
    begin
      select shard into free from storage_totals order by shard <> own limit 1 for update skip locked;
      insert into storage_totals as kept (shard, ${names})
        values (coalesce(free, own), ${kinds.map((kind) => `new.${kind} - coalesce(old.${kind}, 0)`).join(', ')})
        on conflict (shard) do update set ${kinds.map((kind) => `${kind} = kept.${kind} + excluded.${kind}`).join(', ')};
      return null;
    end $$`,
  'insert into storage_totals (shard) select * from generate_series(0, 15) on conflict do nothing',
  `create trigger storage_usage_summed after insert or update on storage_usage for each row execute function sum_storage()`,
  ...Object.entries(media).map(
    ([table, of]) => `create or replace function count_${table}() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then perform storage_add(${added(of, 'old', '-')}); end if;
        if tg_op <> 'DELETE' then perform storage_add(${added(of, 'new', '')}); end if;
        return null;
      end $$`,
  ),
  ...Object.entries(texts).flatMap(([table, of]) => [
    `select storage_add(owner, 0, 0, 0, 0, 0, bytes) from (
      select ${of.owner} as owner, sum(${bytesOf(of)})::bigint as bytes from ${table} group by 1) as counted`,
    // many rows of a statement at once, and single ones only where a text changes
    `create function count_${table}() returns trigger language plpgsql as $$
      begin
        perform storage_add(owner, 0, 0, 0, 0, 0, case tg_op when 'DELETE' then -bytes else bytes end) from (
          select ${of.owner} as owner, sum(${bytesOf(of)})::bigint as bytes from changed group by 1 order by 1) as counted;
        return null;
      end $$`,
    `create trigger ${table}_stored after insert on ${table} referencing new table as changed
      for each statement execute function count_${table}()`,
    `create trigger ${table}_removed after delete on ${table} referencing old table as changed
      for each statement execute function count_${table}()`,
    `create function count_${table}_again() returns trigger language plpgsql as $$
      begin
        perform storage_add(new.${of.owner}, 0, 0, 0, 0, 0, (${bytesOf(of, 'new.')} - (${bytesOf(of, 'old.')}))::bigint);
        return null;
      end $$`,
    `create trigger ${table}_stored_again after update of ${of.columns.join(', ')} on ${table} for each row
      when ((${bytesOf(of, 'old.')}) <> (${bytesOf(of, 'new.')})) execute function count_${table}_again()`,
  ]),
]
