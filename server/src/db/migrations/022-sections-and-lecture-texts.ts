import { type Kysely, sql } from 'kysely'

/**
 * Sections of courses, and lectures with a description and a text to read. Lectures of existing courses belong to no section. The
 * foreign key with the course keeps a lecture out of the sections of other courses.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table course_sections (
    id text primary key,
    course_id text not null references courses (id) on delete cascade,
    position integer not null,
    title text not null,
    created_at timestamptz not null,
    unique (course_id, position),
    unique (id, course_id)
  )`,
  `alter table lectures
    add column section_id text,
    add column description text not null default '',
    add column body text not null default '',
    add foreign key (section_id, course_id) references course_sections (id, course_id) on delete set null (section_id)`,
  'create index lectures_section on lectures (section_id) where section_id is not null',
]
