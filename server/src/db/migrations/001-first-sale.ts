import { type Kysely, sql } from 'kysely'

/** Everything from accounts to the first sale. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table users (
    id text primary key,
    name text not null,
    email text not null unique check (email = lower(email)),
    password_hash text,
    role text not null check (role in ('student', 'educator', 'admin')),
    description text not null default '',
    photo_id text,
    created_at timestamptz not null
  )`,
  `create table sessions (
    id text primary key,
    token_hash bytea not null unique,
    user_id text not null references users (id) on delete cascade,
    user_agent text not null,
    created_at timestamptz not null,
    renewed_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  'create index sessions_user on sessions (user_id)',
  'create index sessions_expiry on sessions (expires_at)',
  `create table images (
    id text primary key,
    owner_id text references users (id) on delete set null,
    width integer not null,
    height integer not null,
    created_at timestamptz not null
  )`,
  'alter table users add constraint users_photo foreign key (photo_id) references images (id) on delete set null',
  `create table videos (
    id text primary key,
    owner_id text not null references users (id),
    content_type text not null,
    bytes bigint not null check (bytes > 0),
    created_at timestamptz not null
  )`,
  `create table courses (
    id text primary key,
    creator_id text not null references users (id),
    title text not null,
    sub_title text not null default '',
    description text not null default '',
    category text,
    level text,
    price_paise integer check (price_paise between 0 and 100000000),
    thumbnail_id text references images (id) on delete set null,
    is_published boolean not null default false,
    removed_at timestamptz,
    rating_sum integer not null default 0 check (rating_sum >= 0),
    rating_count integer not null default 0 check (rating_count >= 0),
    lecture_count integer not null default 0 check (lecture_count >= 0),
    enrolment_count integer not null default 0 check (enrolment_count >= 0),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    check (not is_published or (price_paise is not null and category is not null and removed_at is null))
  )`,
  'create index courses_creator on courses (creator_id)',
  'create index courses_published on courses (created_at desc, id desc) where is_published',
  `create table lectures (
    id text primary key,
    course_id text not null references courses (id) on delete cascade,
    position integer not null,
    title text not null,
    is_preview_free boolean not null default false,
    live_state text not null default 'none' check (live_state in ('none', 'scheduled', 'live', 'ended')),
    live_start_time timestamptz,
    video_id text references videos (id),
    created_at timestamptz not null,
    unique (course_id, position)
  )`,
  'create index lectures_video on lectures (video_id)',
  `create table orders (
    id text primary key,
    provider_order_id text unique,
    user_id text not null references users (id),
    course_id text not null references courses (id),
    amount_paise integer not null check (amount_paise >= 0),
    status text not null check (status in ('created', 'paid', 'refund_due', 'refunded', 'cancelled')),
    payment_id text unique,
    created_at timestamptz not null,
    settled_at timestamptz,
    checked_at timestamptz
  )`,
  'create index orders_user on orders (user_id, course_id)',
  "create index orders_open on orders (created_at) where status in ('created', 'refund_due')",
  `create table enrolments (
    user_id text not null references users (id),
    course_id text not null references courses (id),
    order_id text references orders (id),
    amount_paise integer not null,
    created_at timestamptz not null,
    primary key (user_id, course_id)
  )`,
  'create index enrolments_course on enrolments (course_id)',
  `create table reviews (
    id text primary key,
    course_id text not null references courses (id) on delete cascade,
    user_id text not null references users (id),
    rating integer not null check (rating between 1 and 5),
    comment text not null,
    created_at timestamptz not null,
    unique (course_id, user_id)
  )`,
  'create index reviews_newest on reviews (created_at desc)',
  'create index reviews_course on reviews (course_id, created_at desc) include (rating)',
  'create index courses_thumbnail on courses (thumbnail_id)',
  'create index users_photo_id on users (photo_id)',
  `create table sandbox_orders (
    id text primary key,
    body text not null
  )`,
  `create table cache_versions (
    name text primary key,
    version integer not null default 1
  )`,
  "insert into cache_versions (name) values ('catalogue')",
]
