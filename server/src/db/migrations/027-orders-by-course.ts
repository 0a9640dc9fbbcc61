import { type Kysely, sql } from 'kysely'

/** Educators see what each of their courses earned; orders were found by buyer and by time only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_course on orders (course_id, settled_at) include (amount_paise) where status = 'paid'`.execute(
    db,
  )
}
