import type { PassageKind } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { PackedPassage } from '../packing/passage.ts'
import { findSources } from '../source-queries.ts'

/** A source of a lecture that can be searched. */
export type Link = {
  lectureId: string
  courseId: string
  title: string
  kind: PassageKind
  track: string
  setId: string
  language: string
}

const columns = sql`links.lecture_id as "lectureId", lectures.course_id as "courseId", lectures.title, links.kind, links.track,
  links.set_id as "setId", sets.language`
const joined = sql`(lecture_passages as links join passage_sets as sets on sets.id = links.set_id
  join lectures on lectures.id = links.lecture_id)`

/** How many of these stems a source says more than once. */
const overlap = (hashes: readonly number[]) =>
  sql<number>`(select count(*)::int from unnest(sets.topics) as topic where topic = any(${[...hashes]}::int[]))`

/** What one search looks at, whatever educators add: sources, and their bytes in memory. The texts of 1,300 hours need as much. */
export const mostSearched = { sources: 1000, bytes: 48_000_000 }

/** The sources of lectures, in no order: where there are too many, first one of each kind of every lecture. */
export async function findLinks(on: Executor, lectureIds: readonly string[]): Promise<Link[]> {
  const { rows } = await sql<Link & { bytes: number }>`
    select ${columns}, octet_length(sets.words) + coalesce(octet_length(sets.vectors), 0) as bytes
    from ${joined} where links.lecture_id = any(${[...lectureIds]}::text[])
    order by row_number() over (partition by links.lecture_id, links.kind order by links.track), links.kind = 'attachment', links.lecture_id
    limit ${mostSearched.sources}`.execute(on)
  let left = mostSearched.bytes
  return rows.flatMap(({ bytes, ...link }) => {
    left -= bytes
    return left < 0 ? [] : [link]
  })
}

/** The lectures of a user's courses, those they are enrolled in and their own, that say most of these stems. */
export async function findOwnCandidates(
  on: Executor,
  userId: string,
  hashes: readonly number[],
  count: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select links.lecture_id as id from ${joined}
    where lectures.course_id in (
      select course_id from enrolments where user_id = ${userId} union select id from courses where creator_id = ${userId}
    )
    group by links.lecture_id order by max(${overlap(hashes)}) desc, links.lecture_id limit ${count}`.execute(on)
  return rows.map(({ id }) => id)
}

/** Lectures of published courses that say most of these stems, with how many of them; free previews alone on demand. */
export async function findTopical(
  on: Executor,
  hashes: readonly number[],
  { count, previews, courseId }: { count: number; previews: boolean; courseId?: string | undefined },
): Promise<{ id: string; said: number[] }[]> {
  const { rows } = await sql<{ id: string; said: number[] }>`
    select id, said from (
      select links.lecture_id as id, array_agg(distinct topic) as said
      from ${joined} join courses on courses.id = lectures.course_id cross join lateral unnest(sets.topics) as topic
      where sets.topics && ${[...hashes]}::int[] and courses.is_published and courses.removed_at is null
        and (not ${previews}::boolean or lectures.is_preview_free) and (${courseId ?? null}::text is null or lectures.course_id = ${courseId ?? null})
        and topic = any(${[...hashes]}::int[])
      group by links.lecture_id
    ) as found order by cardinality(said) desc, id limit ${count}`.execute(on)
  return rows
}

export type StoredSet = { id: string; words: Buffer; vectors: Buffer | null; model: string | null }

/** What is searched of sets. */
export async function findSets(on: Executor, ids: readonly string[]): Promise<StoredSet[]> {
  return on
    .selectFrom('passage_sets')
    .select(['id', 'words', 'vectors', 'model'])
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()
}

/** Which passage of which lecture's source. */
export type Place = Pick<Link, 'lectureId' | 'kind' | 'track' | 'setId'> & { at: number }

export type ReadPassage = Omit<Link, 'title'> & {
  at: number
  courseTitle: string
  lectureTitle: string
  lectureNumber: number
  passage: PackedPassage
}

/** The number of a row of `lectures` in its course. */
const lectureNumber = sql<number>`(
  select count(*)::int from lectures as earlier where earlier.course_id = lectures.course_id and earlier.position <= lectures.position
)`

/** Reads passages, in the order of their places. Those whose source is not the same any more are left out. */
export async function readPassages(on: Executor, places: readonly Place[]): Promise<ReadPassage[]> {
  if (places.length === 0) return []
  const ids = [...new Set(places.map(({ lectureId }) => lectureId))]
  const present = new Set((await findSources(on, ids)).map(keyOf))
  const { rows } = await sql<ReadPassage>`
    select ${columns}, courses.title as "courseTitle", lectures.title as "lectureTitle", ${lectureNumber} as "lectureNumber",
      place.at::int as at, sets.passages -> place.at::int as passage
    from unnest(${places.map(({ lectureId }) => lectureId)}::text[], ${places.map(({ kind }) => kind)}::text[],
        ${places.map(({ track }) => track)}::text[], ${places.map(({ setId }) => setId)}::text[], ${places.map(({ at }) => at)}::int[])
      with ordinality as place (lecture_id, kind, track, set_id, at, number)
    join ${joined} on links.lecture_id = place.lecture_id and links.kind = place.kind and links.track = place.track and links.set_id = place.set_id
    join courses on courses.id = lectures.course_id
    where sets.passages -> place.at::int is not null order by place.number`.execute(on)
  return rows.filter((row) => present.has(keyOf(row)))
}

const keyOf = ({ lectureId, kind, track, setId }: Pick<Link, 'lectureId' | 'kind' | 'track' | 'setId'>): string =>
  [lectureId, kind, track, setId].join(' ')

/** Lectures as the pages of their courses show them. */
export async function findShown(on: Executor, ids: readonly string[]) {
  const { rows } = await sql<{
    lectureId: string
    courseId: string
    courseTitle: string
    lectureTitle: string
    lectureNumber: number
    isPreviewFree: boolean
  }>`
    select lectures.id as "lectureId", lectures.course_id as "courseId", courses.title as "courseTitle", lectures.title as "lectureTitle",
      ${lectureNumber} as "lectureNumber", lectures.is_preview_free as "isPreviewFree"
    from lectures join courses on courses.id = lectures.course_id
    where lectures.id = any(${[...ids]}::text[]) and courses.is_published and courses.removed_at is null`.execute(on)
  return rows
}
