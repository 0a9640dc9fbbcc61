import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { english } from '#core/languages/language.ts'
import { type OpenDatabase, openDatabase } from '#db/open-database.ts'
import { showContent } from '#features/notifications/kinds.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/services/test-database.ts'
import { up } from './015-notification-kinds.ts'

const zone = 'Asia/Kolkata'
const time = '2026-12-01T13:00:00.000Z'
const moved = '2026-12-02T13:00:00.000Z'
/** Titles and names with the separators of sentences in them. */
const hostile = 'C: from A enrolled in B reviewed by D was refunded, 1 Dec 2026: 5 stars'
const name = 'Asha enrolled in 5: reviewed'

type Old = [key: string, message: string, link: string, kind: string, params: object | null, items?: string[]]
const sqlCourse = { courseId: 'sql', course: 'SQL' }
const odd = { courseId: 'odd', course: hostile }
const joins = { lectureId: 'joins', lecture: 'Joins: inner' }

const known: Old[] = [
  ['enrolled sql', 'You are enrolled in SQL', '/viewlecture/sql', 'student-enrolled', { ...sqlCourse, student: null }],
  ['enrolled odd', `You are enrolled in ${hostile}`, '/viewlecture/odd', 'student-enrolled', { ...odd, student: null }],
  [
    'enrolment sql asha',
    `${name} enrolled in SQL`,
    '/viewcourse/sql',
    'student-enrolled',
    { ...sqlCourse, student: name },
  ],
  [
    'enrolment odd asha',
    `${name} enrolled in ${hostile}`,
    '/viewcourse/odd',
    'student-enrolled',
    { ...odd, student: name },
  ],
  [
    'enrolment odd gone',
    `Ravi enrolled in ${hostile}`,
    '/viewcourse/odd',
    'student-enrolled',
    { ...odd, student: 'Ravi' },
  ],
  [
    'lecture joins',
    'New lecture in SQL: Joins: inner',
    '/viewlecture/sql?lecture=joins',
    'lecture-added',
    { ...sqlCourse, ...joins },
  ],
  [
    'lecture odd-joins',
    `New lecture in ${hostile}: Joins: inner`,
    '/viewlecture/odd?lecture=joins',
    'lecture-added',
    { ...odd, ...joins },
  ],
  [
    'lecture many',
    '12 new lectures in SQL',
    '/viewlecture/sql',
    'lectures-added',
    { ...sqlCourse, count: 12 },
    ['a', 'b'],
  ],
  [
    `session joins ${time}`,
    'Live session scheduled in SQL: Joins: inner, 1 Dec 2026, 6:30 pm IST',
    '/viewlecture/sql?lecture=joins',
    'session-scheduled',
    { ...sqlCourse, ...joins, startTime: time },
  ],
  [
    `session moved ${time}`,
    `Live session scheduled in ${hostile}: Joins: inner, 2 Dec 2026, 6:30 pm IST`,
    '/viewlecture/odd?lecture=joins',
    'session-scheduled',
    { ...odd, ...joins, startTime: moved },
    [`joins ${moved}`],
  ],
  [
    `session many ${time}`,
    '2 live sessions scheduled in SQL',
    '/viewlecture/sql',
    'sessions-scheduled',
    { ...sqlCourse, count: 2 },
  ],
  [`live joins ${time}`, 'Joins: inner is live now', '/live/joins', 'session-started', joins],
  [
    `live other ${time}`,
    'Old title is live now is live now',
    '/live/joins',
    'session-started',
    { lectureId: 'joins', lecture: 'Old title is live now' },
  ],
  [
    `live many ${time}`,
    '3 live sessions have begun in SQL',
    '/viewlecture/sql',
    'sessions-started',
    { ...sqlCourse, count: 3 },
  ],
  [
    'review r1',
    `${name} reviewed ${hostile}: 1 star`,
    '/viewcourse/odd',
    'course-reviewed',
    { ...odd, student: name, stars: 1 },
  ],
  [
    'review gone',
    'Ravi reviewed SQL: 5 stars',
    '/viewcourse/sql',
    'course-reviewed',
    { ...sqlCourse, student: 'Ravi', stars: 5 },
  ],
  [
    'refund p1',
    'Your extra payment of ₹1,299.50 for SQL was refunded',
    '/viewcourse/sql',
    'payment-refunded',
    { ...sqlCourse, amount: 129_950, reason: 'extra' },
  ],
  [
    'refund p2',
    `Your payment of ₹1,00,000 for ${hostile} was refunded: the order had expired`,
    '/viewcourse/odd',
    'payment-refunded',
    { ...odd, amount: 10_000_000, reason: 'expired' },
  ],
  [
    'refund p3',
    `Your payment of ₹1 for ${hostile} was refunded`,
    '/viewcourse/odd',
    'payment-refunded',
    { ...odd, amount: 100, reason: 'returned' },
  ],
  [
    'price c1',
    `Price drop: ${hostile} is now ₹499, down from ₹1,299.05`,
    '/viewcourse/odd',
    'price-dropped',
    { ...odd, from: 129_905, to: 49_900 },
  ],
  [
    'price c2',
    'Price drop: SQL is now free, down from ₹499',
    '/viewcourse/sql',
    'price-dropped',
    { ...sqlCourse, from: 49_900, to: 0 },
  ],
  [
    'listing l1',
    `An administrator took ${hostile} off the list: copied: all of it off the list: yes`,
    '/viewcourse/odd',
    'course-unlisted',
    { ...odd, reason: 'copied: all of it off the list: yes' },
  ],
  ['listing l2', `An administrator put ${hostile} back`, '/viewcourse/odd', 'course-relisted', odd],
  [
    'review-removal r9',
    `An administrator removed your review of ${hostile}: rude: very`,
    '/viewcourse/odd',
    'review-removed',
    { ...odd, reason: 'rude: very' },
  ],
]
const unknown: Old[] = [
  ['first', 'A is now ₹399', '/viewcourse/sql', 'text', null],
  ['enrolled odd-link', 'You are enrolled in SQL', '', 'text', null],
  ['lecture elsewhere', 'New lecture in SQL: Joins: inner', '/viewcourse/sql', 'text', null],
  [
    'session without-time',
    'Live session scheduled in SQL: Joins: inner, 1 Dec 2026, 6:30 pm IST',
    '/viewlecture/sql?lecture=joins',
    'text',
    null,
  ],
  ['price c3', 'Price drop: SQL is now cheap, down from ₹499', '/viewcourse/sql', 'text', null],
  ['review r7', 'Ravi reviewed SQL: 7 stars', '/viewcourse/sql', 'text', null],
  ['enrolled %', 'You are enrolled in SQL', '/viewlecture/%E0%A4%A', 'text', null],
]
const old = [...known, ...unknown]

let database: TestDatabase
let open: OpenDatabase
let rows: { event_key: string; kind: string; params: unknown }[]
beforeAll(async () => {
  database = await openTestDatabase()
  open = openDatabase(database.settings, () => {})
  // the table as it was before
  for (const statement of [
    'alter table notifications drop column kind, drop column params, add column message text not null, add column link text not null',
    `insert into users (id, name, email, role, created_at) values
      ('asha', '${name}', 'asha@test.example', 'student', now()), ('meera', 'Meera', 'meera@test.example', 'educator', now())`,
    `insert into courses (id, creator_id, title, created_at, updated_at) values
      ('sql', 'meera', ' SQL', now(), now()), ('odd', 'meera', '${hostile}', now(), now())`,
    `insert into lectures (id, course_id, position, title, created_at) values ('joins', 'sql', 1, 'Joins:  inner', now())`,
    `insert into reviews (id, user_id, course_id, rating, comment, created_at) values ('r1', 'asha', 'odd', 1, '', now())`,
  ])
    await sql.raw(statement).execute(open.db)
  for (const [index, [key, message, link, , , items = []]] of old.entries())
    await sql`insert into notifications (id, user_id, event_key, message, link, created_at, items)
      values (${`n${index}`}, 'meera', ${key}, ${message}, ${link}, now(), ${items}::text[])`.execute(open.db)
  // more than one batch
  await sql`insert into notifications (id, user_id, event_key, message, link, created_at)
    select 'more-' || n, 'asha', 'more ' || n, 'More ' || n, '', now() from generate_series(1, 2100) as n`.execute(
    open.db,
  )
  await up(open.db as unknown as Kysely<unknown>) // migrations know no tables
  rows = await open.db
    .selectFrom('notifications')
    .select(['event_key', 'kind', 'params'])
    .where('user_id', '=', 'meera')
    .execute()
})
afterAll(async () => {
  await open.close()
  await database.close()
})

const rowOf = (key: string) => rows.find(({ event_key }) => event_key === key)

describe('a notification of before', () => {
  test.each(known)('gets its kind and its parameters: %s', (key, _message, _link, kind, params) => {
    expect(rowOf(key)).toMatchObject({ kind, params })
  })

  test.each(unknown)('that fits no pattern keeps its text: %s', (key, message, link) => {
    expect(rowOf(key)).toMatchObject({ kind: 'text', params: { message, link } })
  })

  test.each(old)('reads the same, and leads to the same course: %s', (key, message, link) => {
    const row = rowOf(key)
    const shown = row && showContent(row, { zone, say: english })
    expect(shown?.message).toBe(message)
    // what an educator reads leads to students and reviews since then
    expect(shown?.link).toContain(link.replace(/^\/viewcourse\//, ''))
  })
})

test('all batches are converted', async () => {
  const { rows: left } = await sql<{ count: number }>`select count(*)::int as count from notifications
    where user_id = 'asha' and kind = 'text' and params ->> 'message' = 'More ' || split_part(event_key, ' ', 2)`.execute(
    open.db,
  )
  expect(left).toEqual([{ count: 2100 }])
})
