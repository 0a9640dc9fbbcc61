import { type Kysely, sql } from 'kysely'

/**
 * What lectures say, in passages. The passages of one source (captions, a text, a file) are one set, under a hash of the source, which copies
 * of a lecture share; a set goes with the last lecture that refers to it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table passage_sets (
    id text primary key,
    kind text not null check (kind in ('captions', 'text', 'description', 'chapters', 'attachment')),
    language text not null,
    passages jsonb not null,
    words bytea not null,
    topics integer[] not null,
    model text,
    vectors bytea,
    made_at timestamptz not null
  )`,
  'create index passage_sets_topics on passage_sets using gin (topics)',
  `create table lecture_passages (
    lecture_id text not null references lectures (id) on delete cascade,
    kind text not null,
    track text not null,
    set_id text not null references passage_sets (id) on delete cascade,
    primary key (lecture_id, kind, track)
  )`,
  'create index lecture_passages_set on lecture_passages (set_id)',
  // One that another transaction is about to refer to is left to the job, so that no one who deletes a lecture waits or fails.
  `create function drop_unused_passages() returns trigger language plpgsql as $$
    begin
      delete from passage_sets where id in (
        select id from passage_sets where id in (select set_id from dropped)
          and not exists (select from lecture_passages where lecture_passages.set_id = passage_sets.id)
        for update skip locked
      );
      return null;
    end $$`,
  `create trigger passages_dropped after delete on lecture_passages referencing old table as dropped
    for each statement execute function drop_unused_passages()`,
  `create trigger passages_replaced after update on lecture_passages referencing old table as dropped
    for each statement execute function drop_unused_passages()`,
]
