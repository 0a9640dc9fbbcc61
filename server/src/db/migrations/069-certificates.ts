import { type Kysely, sql } from 'kysely'

/**
 * Certificates of completed courses, and the public keys that have signed them. A certificate says what it said when it was issued: it has
 * no foreign keys to the course and the order, which may be removed, and a trigger refuses changes of what is frozen.
 */
const statements = [
  `create table certificates (
    serial text primary key check (serial ~ '^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$'),
    status_index bigserial unique,
    user_id text not null references users (id),
    course_id text not null,
    order_id text,
    educator_id text not null,
    name text not null,
    course_title text not null,
    course_language text not null,
    educator_name text not null,
    required jsonb not null,
    completed_at timestamptz not null,
    issued_at timestamptz not null,
    replaces text unique references certificates (serial),
    withdrawn_at timestamptz,
    withdrawn_because text check (withdrawn_because in ('refund', 'educator', 'admin', 'replaced', 'account')),
    withdrawn_by text references users (id),
    withdrawn_reason text not null default '',
    credential text,
    check ((withdrawn_at is null) = (withdrawn_because is null))
  )`,
  // one that counts for each student and course; one original for each purchase, whatever became of it
  'create unique index certificates_valid on certificates (user_id, course_id) where withdrawn_at is null',
  `create unique index certificates_original on certificates (user_id, course_id, coalesce(order_id, '')) where replaces is null`,
  'create index certificates_user on certificates (user_id, issued_at desc)',
  'create index certificates_withdrawn on certificates (status_index) where withdrawn_at is not null',
  `create function keep_certificate() returns trigger language plpgsql as $$
  begin
    if old.withdrawn_at is not null and (new.withdrawn_at is distinct from old.withdrawn_at) then
      raise exception 'A withdrawn certificate is not reinstated';
    end if;
    if new.withdrawn_because = 'account' and new.name = '' and new.credential is null then
      new.withdrawn_reason := '';
    elsif new.name <> old.name then
      raise exception 'The name of a certificate is not changed';
    end if;
    if (new.serial, new.status_index, new.user_id, new.course_id, new.order_id, new.course_title, new.educator_name, new.required,
        new.completed_at, new.issued_at, new.replaces)
      is distinct from (old.serial, old.status_index, old.user_id, old.course_id, old.order_id, old.course_title, old.educator_name,
        old.required, old.completed_at, old.issued_at, old.replaces) then
      raise exception 'What a certificate says is not changed';
    end if;
    return new;
  end $$`,
  'create trigger certificates_kept before update on certificates for each row execute function keep_certificate()',
  `create table certificate_keys (
    id text primary key,
    since timestamptz not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
