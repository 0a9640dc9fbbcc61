import { type Kysely, sql } from 'kysely'

/**
 * Until when a session is taken by the cookie's plain name, which https sites set before it became `__Host-vc_session`: for sessions of
 * before, as long as a session lives; never for those that begin later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column plain_cookie_until timestamptz default now() + interval '30 days'`.execute(
    db,
  )
  await sql`alter table sessions alter column plain_cookie_until drop default`.execute(db)
}
