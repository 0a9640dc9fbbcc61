import { msg } from '@lingui/core/runtime-macro'
import { type api, type BodyOf, maxSections, type Outline, type Section } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { requireVersion, versionOf } from '#core/read-version.ts'
import { type Tx, transact } from '#core/transact.ts'
import { lockOwnCourse, outlineVersion, presentLecture, presentOwnSection } from '../../courses/index.ts'
import { findLectures, findPlaces, type Place, placeLectures } from '../queries.ts'
import { decideOrder } from '../rules.ts'
import {
  deleteSection,
  findCourseOfSection,
  findSections,
  insertSection,
  placeSections,
  renameSection,
} from './section-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'limits'>

/** Returns sections and lectures of a course, each in order, as its creator sees them. */
export async function readOutline(on: Executor, courseId: string): Promise<Outline> {
  const sections = await findSections(on, courseId)
  const lectures = await findLectures(on, courseId)
  return {
    sections: sections.map(presentOwnSection),
    lectures: lectures.map(presentLecture),
    outlineVersion: outlineVersion(
      sections.map(({ id }) => id),
      lectures.map(({ id, section_id }) => ({ id, sectionId: section_id ?? null })),
    ),
  }
}

async function lockCourse(tx: Tx, courseId: string | undefined, ownerId: string) {
  const course = courseId === undefined ? undefined : await lockOwnCourse(tx, courseId, ownerId)
  if (!course) throw new DomainError('not_found')
  return course
}

/** The titles of sections are searched. */
function searchAgain(tx: Tx, course: { is_published: boolean }): void {
  if (course.is_published) tx.invalidate('catalogue')
}

/**
 * Adds a section to the owner's course: an empty one at the end, or one that begins at a lecture and takes over the rest of that
 * lecture's section. Throws not_found, invalid_input, rate_limited, and lectures_changed when the lecture is not in the course.
 */
export async function createSection(
  deps: Deps & Pick<FeatureDeps, 'clock'>,
  ownerId: string,
  courseId: string,
  { title, firstLectureId }: BodyOf<typeof api.sections.create>,
): Promise<Outline & { section: Section }> {
  await deps.limits.outlines.consume(ownerId)
  const id = newId()
  return transact(deps.db, async (tx) => {
    const course = await lockCourse(tx, courseId, ownerId)
    const sections = await findSections(tx, courseId)
    // The lock makes the count exact.
    if (sections.length >= maxSections)
      throw new DomainError('invalid_input', msg`A course has at most ${{ maxSections }} sections. Remove one first.`)
    const section = { id, title, courseId, createdAt: deps.clock.now() }
    if (firstLectureId === undefined) await insertSection(tx, section, sections.length)
    else {
      const places = await findPlaces(tx, courseId)
      const first = places.findIndex((place) => place.id === firstLectureId)
      const split = places[first]
      if (!split) throw new DomainError('lectures_changed')
      await insertSection(tx, section, sections.findIndex((one) => one.id === split.sectionId) + 1)
      const next = places.map((place, index) =>
        index >= first && place.sectionId === split.sectionId ? { ...place, sectionId: id } : place,
      )
      await placeLectures(tx, courseId, next)
    }
    searchAgain(tx, course)
    return { section: { _id: id, title }, ...(await readOutline(tx, courseId)) }
  })
}

/** Changes the title of a section of the owner's course. Throws not_found, changed_elsewhere, rate_limited. */
export async function editSection(
  deps: Deps,
  ownerId: string,
  sectionId: string,
  { title, version }: BodyOf<typeof api.sections.rename>,
): Promise<Outline> {
  await deps.limits.outlines.consume(ownerId)
  return transact(deps.db, async (tx) => {
    const course = await lockCourse(tx, await findCourseOfSection(tx, sectionId, ownerId), ownerId)
    const section = (await findSections(tx, course.id)).find(({ id }) => id === sectionId)
    if (!section) throw new DomainError('not_found')
    requireVersion(version, versionOf([section.title]))
    await renameSection(tx, sectionId, title)
    searchAgain(tx, course)
    return readOutline(tx, course.id)
  })
}

/** Removes a section of the owner's course; its lectures join the section before it, or none. Throws not_found, rate_limited. */
export async function removeSection(deps: Deps, ownerId: string, sectionId: string): Promise<Outline> {
  await deps.limits.outlines.consume(ownerId)
  return transact(deps.db, async (tx) => {
    const course = await lockCourse(tx, await findCourseOfSection(tx, sectionId, ownerId), ownerId)
    const sections = await findSections(tx, course.id)
    const index = sections.findIndex(({ id }) => id === sectionId)
    if (index < 0) throw new DomainError('not_found')
    await deleteSection(tx, sectionId, sections[index - 1]?.id ?? null)
    searchAgain(tx, course)
    return readOutline(tx, course.id)
  })
}

/**
 * Puts sections and lectures of the owner's course in order. Throws not_found, rate_limited, changed_elsewhere where the order is not the one
 * that the caller has read, and lectures_changed unless each is named exactly once: a stale outline would undo a change made in another tab.
 */
export async function arrangeOutline(
  deps: Deps,
  ownerId: string,
  courseId: string,
  { rows, version }: BodyOf<typeof api.sections.arrange>,
): Promise<Outline> {
  await deps.limits.outlines.consume(ownerId)
  const sectionIds: string[] = []
  const places: Place[] = []
  for (const { kind, id } of rows) {
    if (kind === 'section') sectionIds.push(id)
    else places.push({ id, sectionId: sectionIds.at(-1) ?? null })
  }
  return transact(deps.db, async (tx) => {
    const course = await lockCourse(tx, courseId, ownerId)
    const sections = (await findSections(tx, courseId)).map(({ id }) => id)
    const before = await findPlaces(tx, courseId)
    requireVersion(version, outlineVersion(sections, before))
    const order = decideOrder(sections, sectionIds)
    const lectures = decideOrder(
      before.map(({ id }) => id),
      places.map(({ id }) => id),
    )
    if ('problem' in order) throw new DomainError(order.problem)
    if ('problem' in lectures) throw new DomainError(lectures.problem)
    if (order.changed) await placeSections(tx, courseId, sectionIds)
    const grouped = places.some(({ sectionId }, index) => sectionId !== before[index]?.sectionId)
    if (lectures.changed || grouped) await placeLectures(tx, courseId, places)
    if (lectures.changed && course.is_published) tx.invalidate('catalogue')
    return readOutline(tx, courseId)
  })
}
