import { type Kysely, sql } from 'kysely'

/**
 * Words in scripts of India that are not read as English are left out of what the sentence model reads. The vectors of courses that have
 * any are made again by the job for missing ones.
 */
const statements = [
  `delete from course_vectors using courses
    where courses.id = course_vectors.course_id
      and (concat_ws(' ', courses.title, courses.sub_title, courses.description) ~ '[\u0900-\u0d7f]'
        or exists (select from lectures where lectures.course_id = courses.id and lectures.title ~ '[\u0900-\u0d7f]'))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
