import { type Kysely, sql } from 'kysely'

/**
 * The pages that a shop must show: each version as readers saw it, which nothing changes or removes, and who agreed to which at sign-up
 * and at the checkout. Earlier accounts and orders have agreed to none.
 */
const statements = [
  `create table site_page_versions (
    id text primary key,
    kind text not null,
    language text not null check (char_length(language) <= 35),
    number integer not null check (number >= 1),
    origin text not null check (origin in ('published', 'figures', 'default')),
    source text not null,
    body text not null,
    digest text not null,
    created_at timestamptz not null,
    created_by text references users (id),
    unique (kind, language, number)
  )`,
  `create function keep_site_page_version() returns trigger language plpgsql as $$
    begin
      raise exception 'a version of a page never changes';
    end $$`,
  `create trigger site_page_versions_kept before update or delete on site_page_versions
    for each row execute function keep_site_page_version()`,
  `create table consents (
    id text primary key,
    user_id text not null references users (id),
    order_id text references orders (id),
    version_id text not null references site_page_versions (id),
    given_at timestamptz not null
  )`,
  `create index consents_of_version on consents (version_id)`,
  `create unique index consents_once on consents (user_id, coalesce(order_id, ''), version_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
