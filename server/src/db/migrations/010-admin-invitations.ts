import { type Kysely, sql } from 'kysely'

/** Invitations to become an admin; the audit log learns about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // one row an address, and one without an address: the set-up link of a site that has no admin
  `create table admin_invitations (
    id text primary key,
    email text,
    invited_by text references users (id),
    first_only boolean not null default false,
    request_id text not null,
    link_hash bytea unique,
    mail_hash bytea unique,
    pending_name text,
    pending_password_hash text,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    mailed_at timestamptz,
    used_at timestamptz,
    withdrawn_at timestamptz,
    check (email = lower(email)),
    check ((pending_name is null) = (pending_password_hash is null)),
    check (pending_name is null or email is not null),
    unique nulls not distinct (email)
  )`,
  'alter table audit_log drop constraint audit_log_subject_kind_check',
  `alter table audit_log add constraint audit_log_subject_kind_check
    check (subject_kind in ('user', 'course', 'review', 'settings', 'invitation'))`,
]
