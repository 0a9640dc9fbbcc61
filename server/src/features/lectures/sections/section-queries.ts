import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'

export type SectionRow = { id: string; title: string }

/** The sections of a course in order. The caller checks that the viewer may see the course. */
export const findSections = (on: Executor, courseId: string): Promise<SectionRow[]> =>
  on
    .selectFrom('course_sections')
    .select(['id', 'title'])
    .where('course_id', '=', courseId)
    .orderBy('position')
    .execute()

/** The course of a section, if it is this owner's and not removed. */
export async function findCourseOfSection(
  on: Executor,
  sectionId: string,
  ownerId: string,
): Promise<string | undefined> {
  const row = await on
    .selectFrom('course_sections')
    .innerJoin('courses', 'courses.id', 'course_sections.course_id')
    .select('courses.id')
    .where('course_sections.id', '=', sectionId)
    .where('courses.creator_id', '=', ownerId)
    .where('courses.removed_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

/** Inserts a section at an index of the course's sections, counted from 0. The course's row must be locked. */
export async function insertSection(
  tx: Tx,
  section: SectionRow & { courseId: string; createdAt: Date },
  index: number,
): Promise<void> {
  const others = (await findSections(tx, section.courseId)).map(({ id }) => id)
  await tx
    .insertInto('course_sections')
    .values({
      id: section.id,
      course_id: section.courseId,
      // below those that `placeSections` gives; no other row is there
      position: 0,
      title: section.title,
      created_at: section.createdAt,
    })
    .execute()
  await placeSections(tx, section.courseId, others.toSpliced(index, 0, section.id))
}

/** Puts all sections of a course in this order, counting from 1. The course's row must be locked. */
export async function placeSections(tx: Tx, courseId: string, sectionIds: readonly string[]): Promise<void> {
  // The unique constraint on positions holds within a statement: move all below zero first.
  await sql`
    update course_sections set position = -place.number
    from unnest(${[...sectionIds]}::text[]) with ordinality as place (id, number)
    where course_sections.id = place.id and course_sections.course_id = ${courseId}`.execute(tx)
  await sql`update course_sections set position = -position where course_id = ${courseId}`.execute(tx)
}

export async function renameSection(tx: Tx, sectionId: string, title: string): Promise<void> {
  await tx.updateTable('course_sections').set({ title }).where('id', '=', sectionId).execute()
}

/** Deletes a section; its lectures belong to `heirId` then, or to none. */
export async function deleteSection(tx: Tx, sectionId: string, heirId: string | null): Promise<void> {
  await tx.updateTable('lectures').set({ section_id: heirId }).where('section_id', '=', sectionId).execute()
  await tx.deleteFrom('course_sections').where('id', '=', sectionId).execute()
}

/** Copies the sections of a course to one that has none, and returns the ids of the copies by those of the originals. */
export async function copySections(
  tx: Tx,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<ReadonlyMap<string, string>> {
  const sections = await findSections(tx, from)
  const copies = new Map(sections.map(({ id }) => [id, newId()]))
  // the day on which a section opens is of one run
  await sql`
    insert into course_sections (id, course_id, position, title, opens_after_days, opens_in_order, created_at)
    select pair.copy, ${to}, row_number() over (order by position), title, opens_after_days, opens_in_order, ${now}::timestamptz
    from unnest(${[...copies.keys()]}::text[], ${[...copies.values()]}::text[]) as pair (original, copy)
    join course_sections on course_sections.id = pair.original`.execute(tx)
  return copies
}
