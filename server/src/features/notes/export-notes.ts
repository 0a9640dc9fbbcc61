import { msg } from '@lingui/core/runtime-macro'
import { type api, isolate, type LectureNotes, type Note, type QueryOf } from '@virtual-courses/contract'
import type { StreamReply } from '#core/call.ts'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { fileName, textDownload } from '#core/files/download.ts'
import type { Say } from '#core/languages/language.ts'
import { listNotes } from './list-notes.ts'
import { clockOf, plainLine, plainLines } from './markdown.ts'
import { findNotedCourses } from './queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'config' | 'limits'>
type Where = { address: string; courseId: string; open: boolean }

/** Returns the link to the place of a note: in its lecture while that is open, else to the page of its course. */
function linkOf(
  { address, courseId, open }: Where,
  { state }: LectureNotes,
  { lectureId, place }: Note,
): string | null {
  if (!open || state === 'removed') return open ? `${address}/viewcourse/${encodeURIComponent(courseId)}` : null
  if (state === 'closed') return `${address}/viewcourse/${encodeURIComponent(courseId)}`
  const at = place.kind === 'video' ? { t: String(place.second) } : { part: String(place.block) }
  return `${address}/viewlecture/${encodeURIComponent(courseId)}?${new URLSearchParams({ lecture: lectureId, ...at })}`
}

function noteInWords(where: Where, lecture: LectureNotes, note: Note, say: Say): string {
  const { place, text } = note
  const words = place.kind === 'video' ? clockOf(place.second) : plainLine(place.quote) || say(msg`In the text`)
  const link = linkOf(where, lecture, note)
  const head = link === null ? `**${words}**` : `[${words}](${link})`
  const old =
    place.kind === 'video' && lecture.state === 'open' && lecture.videoId !== place.videoId
      ? ` (${plainLine(say(msg`for an earlier video of this lecture`))})`
      : ''
  if (text === '') return `- ${head}${old} ${plainLine(say(msg`Bookmark`))}\n`
  return `- ${head}${old}\n\n${plainLines(text, '  ')}\n`
}

/** Yields the notes of courses as Markdown, a lecture at a time. */
async function* write(deps: Deps, viewer: CurrentUser, courseIds: readonly string[], say: Say): AsyncGenerator<string> {
  for (const [index, courseId] of courseIds.entries()) {
    // all of its notes may have been deleted since, and the course with them
    const found = await listNotes(deps, viewer, courseId).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'not_found') return null
      throw error
    })
    if (!found) continue
    const { course, lectures } = found
    const where = { address: deps.config.publicUrl, courseId, open: course.open }
    yield `${index > 0 ? '\n' : ''}# ${plainLine(isolate(course.title))}\n`
    for (const lecture of lectures) {
      const removed = lecture.state === 'removed' ? ` (${plainLine(say(msg`removed from the course`))})` : ''
      yield `\n## ${plainLine(isolate(lecture.title))}${removed}\n\n`
      yield lecture.notes.map((note) => noteInWords(where, lecture, note, say)).join('\n')
    }
  }
}

/**
 * Returns the user's notes of a course, or of all, as Markdown: read and sent a course at a time. Throws not_found for a course without
 * notes that the user does not see, rate_limited.
 */
export async function exportNotes(
  deps: Deps,
  viewer: CurrentUser,
  { courseId }: QueryOf<typeof api.notes.export>,
  say: Say,
): Promise<StreamReply> {
  const noted = await findNotedCourses(deps.db, viewer.id, courseId ?? null)
  const title =
    courseId === undefined ? '' : (noted[0]?.kept_course ?? (await listNotes(deps, viewer, courseId)).course.title)
  await deps.limits.exports.consume(viewer.id)
  const courseIds = courseId === undefined ? noted.map(({ course_id }) => course_id) : [courseId]
  return textDownload(write(deps, viewer, courseIds, say), fileName([title], 'notes.md'), 'text/markdown')
}
