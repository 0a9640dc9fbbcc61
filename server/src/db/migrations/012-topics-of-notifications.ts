import { type Kysely, sql } from 'kysely'

/** What notifications are collapsed by: their topic, and the events of it that one notification stands for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  "alter table notifications add column topic text, add column items text[] not null default '{}'",
  'create index notifications_topic on notifications (user_id, topic, created_at desc) where topic is not null',
]
