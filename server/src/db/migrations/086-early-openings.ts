import { type Kysely, sql } from 'kysely'

/** Lectures that an educator opened to one student before their time. */
const statements = [
  `create table early_openings (
    user_id text not null references users (id) on delete cascade,
    lecture_id text not null references lectures (id) on delete cascade,
    author_id text not null references users (id),
    opened_at timestamptz not null,
    primary key (user_id, lecture_id)
  )`,
  'create index early_openings_lecture on early_openings (lecture_id)',
  'create index early_openings_author on early_openings (author_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
