import { type Kysely, sql } from 'kysely'

/** Students report announcements to the admins, as questions and reviews; both kinds are listed with the newest first. */
const statements = [
  'alter table announcements add open_reports integer not null default 0 check (open_reports >= 0)',
  'alter table announcements add reported_at timestamptz',
  'create index announcements_newest on announcements (created_at desc, id desc) where deleted_at is null',
  `create index announcements_reported on announcements (least(open_reports, 1) desc, reported_at desc, id desc)
    where reported_at is not null and deleted_at is null`,
  `create table announcement_reports (
    announcement_id text not null references announcements (id) on delete cascade,
    user_id text not null references users (id),
    reason text not null,
    note text not null,
    created_at timestamptz not null,
    closed_at timestamptz,
    primary key (announcement_id, user_id)
  )`,
  'create index announcement_reports_user on announcement_reports (user_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
