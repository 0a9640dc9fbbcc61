import { type Kysely, sql } from 'kysely'

/** What a model of meanings makes of a course's texts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table course_vectors (
      course_id text not null references courses (id) on delete cascade,
      model text not null,
      text_hash text not null,
      vectors bytea not null,
      made_at timestamptz not null,
      primary key (course_id, model)
    )`)
    .execute(db)
}
