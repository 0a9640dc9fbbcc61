import { msg } from '@lingui/core/runtime-macro'
import { type CourseCard, courseLanguages, type Level, type SearchResult } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { Say, Sentence } from '#core/languages/language.ts'
import type { Findings, FoundCourse, Reading, Reason, SearchOptions, SearchTurn } from '#ports/search-index.ts'
import { presentCard } from '../courses/index.ts'
import { type SearchDeps, searchOf } from './keep-index.ts'
import { findCards, isPublished } from './queries.ts'

/** Findings with the present cards of their courses. */
export type FoundCards = Omit<Findings, 'courses'> & { courses: (CourseCard & Omit<FoundCourse, 'id'>)[] }

/**
 * Returns the published courses that match a text, the best first, each with reasons; none for subjects that are not taught
 * here. Cards are read from the database. Throws `unavailable` when too many people search.
 */
export async function searchCourses(
  deps: SearchDeps,
  input: string,
  turn: SearchTurn,
  options?: SearchOptions,
): Promise<FoundCards> {
  return withCards(deps, await find(deps, input, turn, options))
}

/** Returns what a message to the assistant is about, by the search's own words. Throws `unavailable` like a search. */
export async function readMessage(deps: SearchDeps, text: string, turn: SearchTurn): Promise<Reading> {
  const search = searchOf(deps)
  await search.fresh()
  return search.read(text, turn)
}

/**
 * Searches like `searchCourses`; when no course has the words, `read` has a language model name the subjects, where the site has
 * one, and these are searched for. Prices, "free" and levels stay as they were stated.
 */
export async function searchWithModel(
  deps: SearchDeps,
  input: string,
  turn: SearchTurn,
  { read, asWritten }: { read: (input: string) => Promise<string | null>; asWritten?: boolean | undefined },
): Promise<FoundCards> {
  const found = await find(deps, input, turn, { asWritten })
  const subjects = found.foundByWords ? null : await read(input)
  if (subjects === null) return withCards(deps, found)
  const again = await find(deps, input, turn, { subjects })
  return withCards(deps, again.courses.length > 0 ? { ...again, readAs: subjects } : found)
}

async function find(deps: SearchDeps, input: string, turn: SearchTurn, options?: SearchOptions): Promise<Findings> {
  const search = searchOf(deps)
  await search.fresh()
  return search.search(input, turn, options)
}

async function withCards(deps: SearchDeps, findings: Findings): Promise<FoundCards> {
  const rows = await findCards(
    deps.db,
    findings.courses.map(({ id }) => id),
  )
  const cards = new Map(rows.map((row) => [row.id, presentCard(row)]))
  const courses = findings.courses.flatMap(({ id, match, reasons }) => {
    const card = cards.get(id)
    return card ? [{ ...card, match, reasons }] : []
  })
  return { ...findings, courses }
}

const most = 4

/** Returns the published courses most similar to a published one, at most 4. Throws not_found, also for drafts. */
export async function listSimilar(deps: SearchDeps, courseId: string, turn: SearchTurn): Promise<CourseCard[]> {
  if (!(await isPublished(deps.db, courseId))) throw new DomainError('not_found')
  const search = searchOf(deps)
  await search.fresh()
  const ids = await search.similar(courseId, most, turn)
  const cards = new Map((await findCards(deps.db, ids)).map((row) => [row.id, presentCard(row)]))
  return ids.flatMap((id) => cards.get(id) ?? [])
}

const goodFor: Record<Level, Sentence> = {
  Beginner: msg`Good for beginners`,
  Intermediate: msg`Good with some experience`,
  Advanced: msg`Good for advanced learners`,
}

/** Returns a reason as a short sentence for people. */
export function reasonSentence(reason: Reason, say: Say): string {
  switch (reason.kind) {
    case 'words':
      return say(msg`Matches “${{ phrase: reason.phrase }}”`)
    case 'meaning':
      return say(msg`Close in meaning to your search`)
    case 'language':
      return say(msg`Taught in ${{ language: say(courseLanguages[reason.language]) }}`)
    case 'level':
      return say(goodFor[reason.level])
    case 'cheapest':
      return say(msg`Among the cheapest`)
  }
}

/** Returns the reply of the API: each course with its reasons as sentences. */
export const presentResults = (
  { courses, filters, levelRelaxed, readAs, choices }: FoundCards,
  say: Say,
): SearchResult[] =>
  courses.map((course) => ({
    ...course,
    reasons: course.reasons.map((reason) => reasonSentence(reason, say)),
    filters,
    levelRelaxed,
    readAs,
    choices,
  }))
