import { type Kysely, sql } from 'kysely'

/**
 * Notifications keep their kind and its parameters; what they say is made of these when they are shown. Rows of before have a
 * sentence: it is taken apart by the pattern of its event. What fits no pattern becomes the kind `text`, which shows it as it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notifications add column kind text, add column params jsonb`.execute(db)
  for (let after = ''; ; ) {
    const { rows } = await oldRows(after).execute(db)
    const parsed = rows.map((row) => ({ id: row.id, ...(parse(row) ?? asText(row)) }))
    await sql`
      update notifications set kind = given.kind, params = given.params::jsonb
      from unnest(
        ${parsed.map(({ id }) => id)}::text[],
        ${parsed.map(({ kind }) => kind)}::text[],
        ${parsed.map(({ params }) => JSON.stringify(params))}::text[]
      ) as given (id, kind, params)
      where notifications.id = given.id`.execute(db)
    const last = rows.at(-1)
    if (!last || rows.length < batchRows) break
    after = last.id
  }
  await sql`alter table notifications alter column kind set not null, alter column params set not null,
    drop column message, drop column link`.execute(db)
}

const batchRows = 1000

type OldRow = {
  id: string
  event_key: string
  message: string
  link: string
  items: string[]
  /** title of the course, of the lecture and name of the student, as they are now, where they can be found */
  course: string | null
  lecture: string | null
  student: string | null
}
type Parsed = { kind: string; params: Record<string, unknown> }

/** Ids in keys and links have no separators, so that their parts are told apart by them. */
const oldRows = (after: string) => sql<OldRow>`
  select n.id, n.event_key, n.message, n.link, n.items,
    courses.title as course, lectures.title as lecture, coalesce(enrolled.name, reviewer.name) as student
  from notifications as n
  left join courses on courses.id = substring(n.link from '^/view(?:course|lecture)/([^?]+)')
  left join lectures on lectures.id = coalesce(substring(n.link from 'lecture=(.+)$'), substring(n.link from '^/live/(.+)$'))
  left join users as enrolled on n.event_key like 'enrolment %' and enrolled.id = split_part(n.event_key, ' ', 3)
  left join reviews on n.event_key like 'review %' and reviews.id = split_part(n.event_key, ' ', 2)
  left join users as reviewer on reviewer.id = reviews.user_id
  where n.id > ${after}
  order by n.id
  limit ${batchRows}`

const asText = ({ message, link }: OldRow): Parsed => ({ kind: 'text', params: { message, link } })

/** As sentences have titles and names. */
const inLine = (text: string | null): string | null => text?.trim().replace(/\s+/g, ' ') ?? null

const decode = (part: string | undefined): string | null => {
  try {
    return part === undefined ? null : decodeURIComponent(part)
  } catch {
    return null
  }
}

/**
 * Takes `{first}{separator}{second}` apart. Titles may have the separator in them: `first` or `second` of today decide where they
 * still fit, else the first separator does. Together the parts are always the same sentence.
 */
function split(text: string, separator: string, first: string | null, second: string | null): [string, string] | null {
  if (first !== null && text.startsWith(first + separator)) return [first, text.slice(first.length + separator.length)]
  if (second !== null && text.endsWith(separator + second))
    return [text.slice(0, -(separator.length + second.length)), second]
  const at = text.indexOf(separator)
  return at < 0 ? null : [text.slice(0, at), text.slice(at + separator.length)]
}

/** What is between two texts. */
const between = (text: string, start: string, end = ''): string | null =>
  text.startsWith(start) && text.endsWith(end) && text.length >= start.length + end.length
    ? text.slice(start.length, text.length - end.length)
    : null

/** ₹1,299.50 in paise; "free" is 0. */
function paise(text: string): number | null {
  if (text === 'free') return 0
  const match = /^₹(\d[\d,]*)(?:\.(\d\d))?$/.exec(text)
  return match?.[1] ? Number(match[1].replaceAll(',', '')) * 100 + Number(match[2] ?? 0) : null
}

function parse(row: OldRow): Parsed | null {
  const { message, link } = row
  const page = /^\/view(course|lecture)\/([^?]+)(?:\?lecture=(.+))?$/.exec(link)
  const live = /^\/live\/([^?/]+)$/.exec(link)
  const [event] = row.event_key.split(' ')
  const courseId = decode(page?.[2])
  const lectureId = decode(page?.[3] ?? live?.[1])
  const at =
    page?.[1] === 'course' ? 'course' : page ? (lectureId === null ? 'player' : 'lecture') : live ? 'live' : null
  const [course, lecture, student] = [inLine(row.course), inLine(row.lecture), inLine(row.student)]

  if (event === 'live' && at === 'live') {
    const title = between(message, '', ' is live now')
    return title === null ? null : { kind: 'session-started', params: { lectureId, lecture: title } }
  }
  if (courseId === null) return null
  const kept = (kind: string, params: Record<string, unknown>): Parsed => ({ kind, params: { courseId, ...params } })
  if (at === 'player') {
    const [, count, what, title] =
      /^(\d+) (new lectures|live sessions scheduled|live sessions have begun) in (.*)$/.exec(message) ?? []
    const kind = { lecture: 'lectures-added', session: 'sessions-scheduled', live: 'sessions-started' }[event ?? '']
    const fits = { lecture: 'new lectures', session: 'live sessions scheduled', live: 'live sessions have begun' }
    if (kind && what === fits[event as keyof typeof fits]) return kept(kind, { course: title, count: Number(count) })
    const enrolled = event === 'enrolled' ? between(message, 'You are enrolled in ') : null
    return enrolled === null ? null : kept('student-enrolled', { course: enrolled, student: null })
  }
  if (at === 'lecture') return parseLecture(row, kept, { course, lecture, lectureId })
  return at === 'course' ? parseCourse(row, kept, { course, student }) : null
}

type Kept = (kind: string, params: Record<string, unknown>) => Parsed

function parseLecture(
  { event_key, message, items }: OldRow,
  kept: Kept,
  { course, lecture, lectureId }: { course: string | null; lecture: string | null; lectureId: string | null },
): Parsed | null {
  const added = between(message, 'New lecture in ')
  if (added !== null && event_key.startsWith('lecture ')) {
    const parts = split(added, ': ', course, lecture)
    return parts && kept('lecture-added', { course: parts[0], lectureId, lecture: parts[1] })
  }
  const scheduled = between(message, 'Live session scheduled in ')
  if (scheduled === null || !event_key.startsWith('session ')) return null
  // A session that was moved keeps its key; its last time is in the item that the notification stands for.
  const startTime = (items.length === 1 ? items[0] : event_key)?.split(' ').at(-1) ?? ''
  const [, titles] = /^(.*), \d{1,2} \p{L}+ \d{4}, \d{1,2}:\d\d [ap]m [^,]+$/u.exec(scheduled) ?? []
  if (titles === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(startTime)) return null
  const parts = split(titles, ': ', course, lecture)
  return parts && kept('session-scheduled', { course: parts[0], lectureId, lecture: parts[1], startTime })
}

function parseCourse(
  { event_key, message }: OldRow,
  kept: Kept,
  { course, student }: { course: string | null; student: string | null },
): Parsed | null {
  const [event] = event_key.split(' ')
  if (event === 'enrolment') {
    const parts = split(message, ' enrolled in ', student, course)
    return parts && kept('student-enrolled', { student: parts[0], course: parts[1] })
  }
  if (event === 'review') {
    const [, before = '', stars = ''] = /^(.*): ([1-5]) stars?$/.exec(message) ?? []
    const parts = split(before, ' reviewed ', student, course)
    return parts && kept('course-reviewed', { student: parts[0], course: parts[1], stars: Number(stars) })
  }
  if (event === 'refund') return parseRefund(message, kept)
  if (event === 'price') {
    const [, title, now = '', before = ''] =
      /^Price drop: (.*) is now (free|₹[\d,.]+), down from (₹[\d,.]+)$/.exec(message) ?? []
    const [from, to] = [paise(before), paise(now)]
    return from === null || to === null ? null : kept('price-dropped', { course: title, from, to })
  }
  if (event === 'listing') {
    const relisted = between(message, 'An administrator put ', ' back')
    if (relisted !== null) return kept('course-relisted', { course: relisted })
    const parts = split(between(message, 'An administrator took ') ?? '', ' off the list: ', course, null)
    return parts && kept('course-unlisted', { course: parts[0], reason: parts[1] })
  }
  if (event === 'review-removal') {
    const parts = split(between(message, 'An administrator removed your review of ') ?? '', ': ', course, null)
    return parts && kept('review-removed', { course: parts[0], reason: parts[1] })
  }
  return null
}

function parseRefund(message: string, kept: Kept): Parsed | null {
  const [, extra, money = '', title, expired] =
    /^Your (extra )?payment of (₹[\d,.]+) for (.*?) was refunded(: the order had expired)?$/.exec(message) ?? []
  const amount = paise(money)
  if (amount === null || title === undefined || (extra && expired)) return null
  return kept('payment-refunded', {
    course: title,
    amount,
    reason: extra ? 'extra' : expired ? 'expired' : 'returned',
  })
}
