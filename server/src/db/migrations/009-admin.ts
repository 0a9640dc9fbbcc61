import { type Kysely, sql } from 'kysely'

/** What admins do: accounts shut out or forgotten, courses off the list, settings, the log of it all, and faults of ours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table users
    add column suspended_at timestamptz,
    add column suspended_reason text not null default '',
    add column deleted_at timestamptz`,
  'create index users_newest on users (created_at desc, id desc) where deleted_at is null',
  `alter table courses
    add column unlisted_at timestamptz,
    add column unlisted_reason text not null default '',
    add column unlisted_published boolean not null default false,
    add check (unlisted_at is null or not is_published)`,
  `create table settings (
    name text primary key,
    value jsonb not null,
    changed_at timestamptz not null
  )`,
  // no keys: the log refers to nothing, so nothing that is removed can ask it to change
  `create table audit_log (
    id text primary key,
    at timestamptz not null,
    action text not null,
    admin_id text not null,
    subject_kind text not null check (subject_kind in ('user', 'course', 'review', 'settings')),
    subject_id text not null,
    subject text not null,
    detail text not null
  )`,
  'create index audit_log_newest on audit_log (at desc, id desc)',
  'create index audit_log_admin on audit_log (admin_id)',
  `create function refuse_audit_change() returns trigger language plpgsql as $$
  begin
    raise exception 'the audit log is append-only';
  end $$`,
  `create trigger audit_log_append_only before update or delete on audit_log
    for each row execute function refuse_audit_change()`,
  `create trigger audit_log_keep before truncate on audit_log
    for each statement execute function refuse_audit_change()`,
  `create table error_events (
    id text primary key,
    at timestamptz not null,
    request_id text not null,
    method text not null,
    path text not null,
    message text not null
  )`,
  'create index error_events_newest on error_events (at desc, id desc)',
]
