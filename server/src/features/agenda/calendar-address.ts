import { createHmac, timingSafeEqual } from 'node:crypto'
import { msg, plural } from '@lingui/core/runtime-macro'
import { type api, isolate, type ReplyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { speakTo } from '#core/languages/language.ts'
import { newId } from '#core/new-id.ts'
import { addEvent, type CalendarEvent, type EventWords, openCalendar, sessionEvent } from '../live/index.ts'
import { type DatedOpening, findDatedOpenings } from './dated-openings.ts'
import { type DateRow, deleteAddressOf, findAddress, findDates, findReader, replaceAddress } from './queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'codeSecret' | 'limits' | 'settings'>
type Address = ReplyOf<typeof api.agenda.address>

/** What a calendar keeps of the past, how far it looks ahead, and how many events it has. */
const pastMs = 30 * 24 * 3600 * 1000
const aheadMs = 400 * 24 * 3600 * 1000
const mostEvents = 500

/** The secret part is derived, so the owner can read their address again and no table or backup has it. */
const secretOf = (codeSecret: string, id: string): string =>
  createHmac('sha256', codeSecret)
    .update(JSON.stringify(['calendar', id]))
    .digest('hex')
    .slice(0, 32)

const presentAddress = (
  { config, codeSecret }: Pick<Deps, 'config' | 'codeSecret'>,
  id: string | undefined,
): Address => ({
  url: id === undefined ? null : `${config.publicUrl}/api/agenda/feed/${id}-${secretOf(codeSecret, id)}/courses.ics`,
})

/** Returns the address of the user's calendar, null without one. */
export async function readAddress(deps: Deps, viewer: CurrentUser): Promise<Address> {
  return presentAddress(deps, (await findAddress(deps.db, viewer.id))?.id)
}

/** Makes another address for the user's calendar; the one before stops working. Throws rate_limited. */
export async function renewAddress(deps: Deps, viewer: CurrentUser): Promise<Address> {
  await deps.limits.calendarAddresses.consume(viewer.id)
  const id = newId()
  await replaceAddress(deps.db, { user_id: viewer.id, id, created_at: deps.clock.now() })
  return presentAddress(deps, id)
}

/** Ends the address of the user's calendar. Throws rate_limited. */
export async function endAddress(deps: Deps, viewer: CurrentUser): Promise<Address> {
  await deps.limits.calendarAddresses.consume(viewer.id)
  await deleteAddressOf(deps.db, viewer.id)
  return presentAddress(deps, undefined)
}

/**
 * Returns the calendar with this secret address, in the language of its owner. Throws not_found, also for an ended address and the one of
 * a suspended account, and rate_limited.
 */
export async function readFeed(deps: Deps, token: string, client: string): Promise<string> {
  await deps.limits.calendarFeeds.consume(client)
  const [id = '', secret = ''] = token.split('-')
  const known = timingSafeEqual(Buffer.from(secret), Buffer.from(secretOf(deps.codeSecret, id)))
  const reader = known ? await findReader(deps.db, id) : undefined
  if (!reader) throw new DomainError('not_found')
  const [now, settings] = [deps.clock.now(), deps.settings.current()]
  const until = new Date(now.getTime() + aheadMs)
  const [dates, { openings }] = await Promise.all([
    findDates(deps.db, reader.id, { from: new Date(now.getTime() - pastMs), until, limit: mostEvents, ended: true }),
    findDatedOpenings(deps.db, reader.id, { now, until }),
  ])
  const say = speakTo(settings, reader.language)
  const calendar = openCalendar(say(msg`Courses at ${{ site: isolate(settings.siteName) }}`), say)
  const written = { publicUrl: deps.config.publicUrl, now, say }
  for (const row of dates) addEvent(calendar, eventOf(row, written), written)
  for (const opening of openings.slice(0, mostEvents)) addEvent(calendar, openingEvent(opening, written), written)
  return calendar.toString()
}

const works = {
  due: { path: 'assignment', text: (educator: string) => msg`Assignment for ${{ educator }}: hand it in by then.` },
  closes: { path: 'quiz', text: (educator: string) => msg`Quiz by ${{ educator }}: it closes then.` },
}

function eventOf(row: DateRow, { publicUrl, say }: EventWords): CalendarEvent {
  const { kind, at, educator, lecture_id: lectureId, course_id: courseId, revision } = row
  const title = { course: row.course_title, lecture: row.lecture_title }
  if (kind === 'session')
    return sessionEvent({ lectureId, title, educator, startTime: at, revision }, { publicUrl, say })
  const { path, text } = works[kind]
  return {
    id: `${kind}-${lectureId}`,
    sequence: revision,
    start: at,
    title,
    description: say(text(isolate(educator))),
    page: `${publicUrl}/${path}/${encodeURIComponent(courseId)}/${encodeURIComponent(lectureId)}`,
  }
}

/** Lectures open at a time; once they are open they are no date any more. */
function openingEvent({ at, first, count }: DatedOpening, { publicUrl, say }: EventWords): CalendarEvent {
  const { lecture_id: lectureId, course_id: courseId, kind } = first
  const place = `${encodeURIComponent(courseId)}/${encodeURIComponent(lectureId)}`
  return {
    id: `opens-${lectureId}`,
    sequence: 0,
    start: at,
    title: { course: first.course_title, lecture: first.lecture_title },
    description: say(
      count === 1
        ? msg`It opens then.`
        : msg`It opens then, with ${plural({ more: count - 1 }, { one: '# more', other: '# more' })} of this course.`,
    ),
    page:
      kind === 'lecture'
        ? `${publicUrl}/viewlecture/${encodeURIComponent(courseId)}?lecture=${encodeURIComponent(lectureId)}`
        : `${publicUrl}/${kind}/${place}`,
  }
}
