import { type Kysely, sql } from 'kysely'

/**
 * The sentence model knows English alone, and what courses say in scripts of India is read as English for it now. Their vectors are made
 * again by the job for missing ones.
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
