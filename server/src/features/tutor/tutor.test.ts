import { api, type TutorEvent } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits } from '#core/limits/rate-limits.ts'
import { createModelApp } from '#test/support/create-model-app.ts'
import type { TestApp, TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeLecture } from '#test/support/make-course.ts'
import { dayMs, setOpening } from '#test/support/openings.ts'
import { makeAllPassages, makeSpokenCourse, say } from '#test/support/passages.ts'
import { buy, paymentKeys, withdraw } from '#test/support/sales/pay.ts'
import type { ModelServer } from '#test/support/services/model-server.ts'
import { trimAsked } from './asked/asked-queries.ts'
import { createUnansweredCounter } from './asked/note-unanswered.ts'
import { sendCited } from './cited.ts'
import { openPassages } from './passage.ts'

const { method, path: url } = api.tutor.ask
const joins = [
  'Welcome back to this lecture about databases.',
  'A join is a query that puts rows of two tables together whose keys are equal.',
  'First, write the name of the left table.',
  'Then write JOIN and the name of the right table.',
  'Never leave out the condition, or every row meets every row.',
  'For example, the orders table is joined with the customers table.',
  'An index makes a lookup fast, and every write a little slower.',
]

let app: TestApp
let models: ModelServer
let educator: TestUser
let student: TestUser
let courseId: string
let lectureId: string
beforeAll(async () => {
  ;({ app, models } = await createModelApp({ ...paymentKeys, AI_PROVIDER: 'none' }))
  educator = await app.makeUser('educator')
  ;({ courseId, lectureId } = await makeSpokenCourse(app, educator, joins, { title: 'Joins' }))
  student = await app.makeUser()
  await buy(student, courseId)
})
afterAll(() => app.close())
beforeEach(async () => {
  Object.assign(app.deps.limits, createLimits(memoryStore()))
  await sql`delete from unanswered_questions`.execute(app.deps.db)
})

type Body = { courseId: string; message: string } & Record<string, unknown>
const send = (user: TestUser | null, payload: unknown, headers: Record<string, string> = {}) =>
  app.server.inject({
    method,
    url,
    payload: payload as object,
    headers: { ...(user && { cookie: user.cookie }), ...headers },
  })
const eventsIn = (text: string): TutorEvent[] =>
  text
    .split('\n\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line.slice('data: '.length)))

async function ask(user: TestUser, body: Body, headers?: Record<string, string>) {
  const reply = await send(user, body, headers)
  expect(reply.statusCode).toBe(200)
  const events = eventsIn(reply.body)
  // a citation comes before its number is used
  const known = new Set<number>()
  for (const event of events) {
    if ('citation' in event) known.add(event.citation.n)
    if ('reply' in event)
      for (const [, n] of event.reply.matchAll(/\[(\d+)\]/g)) expect([...known]).toContain(Number(n))
  }
  return {
    text: events.map((event) => ('reply' in event ? event.reply : '')).join(''),
    citations: events.flatMap((event) => ('citation' in event ? [event.citation] : [])),
    question: events.flatMap((event) => ('question' in event ? [event.question] : []))[0] ?? null,
    error: events.flatMap((event) => ('error' in event ? [event.error] : []))[0] ?? null,
  }
}
const asked = (by = educator) => by.call(api.tutor.asked, { params: { courseId } })
function useModel(aiProvider: 'none' | 'openai-compatible'): void {
  app.deps.settings.current = () => ({ ...app.deps.settings.defaults, aiProvider, aiModel: 'm' })
}

describe('without a language model', () => {
  test('quotes the lectures with the second of each place, and says that it is no language model', async () => {
    const { text, citations } = await ask(student, { courseId, message: 'How do I join two tables?' })
    expect(text).toContain('not a language model')
    expect(text).toMatch(/“Then write JOIN and the name of the right table\.” \[1\]/)
    expect(citations[0]).toMatchObject({ n: 1, lectureId, lectureTitle: 'Joins', lectureNumber: 1 })
    expect(citations[0]?.start).toBeGreaterThanOrEqual(0)
  })

  test('explains a moment, sums a lecture up, and asks about it', async () => {
    const about = { courseId, lectureId, message: 'Please' }
    const moment = await ask(student, { ...about, task: 'explain', seconds: 42 })
    expect(moment.text).toContain('Never leave out the condition')
    expect((await ask(student, { ...about, task: 'summarise' })).text).toContain('The lecture in short:')
    const quiz = await ask(student, { ...about, task: 'quiz' })
    expect(quiz.text).toContain('_____')
    expect(quiz.text).toContain('Answers:')
  })

  test('answers Hindi and Hinglish questions over English lectures, and says in which language they are', async () => {
    const hindi = await ask(student, { courseId, message: 'दो टेबल कैसे join करें?' })
    expect(hindi.text).toContain('अंग्रेज़ी')
    expect(hindi.citations).not.toEqual([])
    expect((await ask(student, { courseId, message: 'do table ko join kaise kare' })).citations).not.toEqual([])
  })

  test('cites captions in whatever language of the lecture they are', async () => {
    const mine = await makeSpokenCourse(app, educator, ['Welcome, everyone.'])
    await say(educator, mine.lectureId, ['An aardvark is an animal that digs tunnels at night.'], 'en-IN')
    await makeAllPassages(app)
    const { text } = await ask(educator, { courseId: mine.courseId, message: 'What is an aardvark?' })
    expect(text).toContain('digs tunnels at night.” [1]')
  })

  test('takes the question before a follow-up along', async () => {
    const history = [
      { role: 'user', text: 'How do I join two tables?' },
      { role: 'assistant', text: 'So. [1]' },
    ]
    expect((await ask(student, { courseId, message: 'and an example?', history })).text).toContain('For example')
  })

  test('refuses what the course does not cover, and offers the question to the educator at its second', async () => {
    const message = 'How do I bake sourdough bread?'
    const { text, citations, question } = await ask(student, { courseId, message, lectureId, seconds: 12.7 })
    expect(text).toContain('This course does not cover it.')
    expect(citations).toEqual([])
    expect(question).toEqual({ title: message, lectureId, second: 12 })
    const byEducator = await ask(educator, { courseId, message })
    expect(byEducator.question).toBeNull()
  })
})

describe('who may ask', () => {
  test('is who takes part: others get nothing of what lectures say', async () => {
    const stranger = await app.makeUser()
    const body = { courseId, message: 'How do I join two tables?' }
    for (const task of ['ask', 'explain', 'summarise', 'quiz']) {
      const reply = await send(stranger, { ...body, task, lectureId })
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_entitled'])
      expect(reply.body).not.toContain('right table')
    }
    expect((await send(null, body)).statusCode).toBe(401)
    expect((await send(student, { ...body, courseId: 'unknown-course-1' })).statusCode).toBe(404)
    expect((await ask(await app.makeUser('admin'), body)).citations).not.toEqual([])
  })

  test('gets nothing after a refund, and nothing of a lecture that opens later', async () => {
    const mine = await makeSpokenCourse(app, educator, joins, { title: 'Again' })
    const buyer = await app.makeUser()
    await buy(buyer, mine.courseId)
    const body = { courseId: mine.courseId, message: 'How do I join two tables?' }
    await setOpening(educator, mine.courseId, mine.lectureId, { kind: 'days', days: 3 })
    expect((await ask(buyer, body)).text).toContain('does not cover it')
    expect((await send(buyer, { ...body, task: 'summarise', lectureId: mine.lectureId })).statusCode).toBe(403)
    app.clock.ms += 4 * dayMs
    expect((await ask(buyer, body)).citations).not.toEqual([])
    await withdraw(app, buyer)
    expect((await send(buyer, body)).statusCode).toBe(403)
    app.clock.ms -= 4 * dayMs
  })

  test('never reads another course, or notes, questions and quizzes of others', async () => {
    const other = await makeSpokenCourse(app, educator, ['The zanzibar keyword is spoken here alone.'])
    expect((await ask(student, { courseId, message: 'zanzibar keyword' })).text).toContain('does not cover it')
    const reply = await send(student, { courseId, message: 'x', lectureId: other.lectureId, task: 'summarise' })
    expect(reply.statusCode).toBe(404)
  })
})

describe('bad input', () => {
  test.each([
    ['no body', null],
    ['no course', { message: 'x' }],
    ['no message', { courseId: 'c' }],
    ['a blank message', { courseId: 'c', message: ' \u200b ' }],
    ['an unknown task', { courseId: 'c', message: 'x', task: 'reveal' }],
    ['a negative second', { courseId: 'c', message: 'x', seconds: -1 }],
    ['a second of another kind', { courseId: 'c', message: 'x', seconds: '1' }],
    ['seven turns', { courseId: 'c', message: 'x', history: Array(7).fill({ role: 'user', text: 'x' }) }],
    ['a turn of the system', { courseId: 'c', message: 'x', history: [{ role: 'system', text: 'x' }] }],
    ['a flood', { courseId: 'c', message: 'x'.repeat(90_000) }],
  ])('%s is refused', async (_name, body) => {
    const reply = await send(student, body ?? '')
    expect([400, 413, 415]).toContain(reply.statusCode)
  })
  test('a task about a lecture needs one', async () => {
    expect((await send(student, { courseId, message: 'x', task: 'quiz' })).statusCode).toBe(400)
  })
  test('each limit says what to do, as an event', async () => {
    const long = await ask(student, { courseId, message: 'x'.repeat(1001) })
    expect(long.error).toContain('1,000')
    // what is answered is not counted: a row of another question could come when the next test has begun
    for (let count = 0; count < 20; count++) await ask(student, { courseId, message: 'How do I join two tables?' })
    const reply = await send(student, { courseId, message: 'one more' })
    expect(eventsIn(reply.body)).toEqual([{ error: expect.stringContaining('asked often') }])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('what was asked and not found', () => {
  test('is counted for the educator by lecture, once for each person, without who asked', async () => {
    const second = await app.makeUser()
    await buy(second, courseId)
    const message = 'How do I bake rye bread?'
    for (const user of [student, student, second]) await ask(user, { courseId, message, lectureId })
    await ask(student, { courseId, message: 'write to me at asha@example.com about bread' })
    await ask(student, { courseId, message: 'How do I join two tables?' })
    await expect.poll(async () => (await asked()).questions[0]?.askings).toBe(2)
    expect(await asked()).toEqual({
      lectures: [{ lecture: { _id: lectureId, title: 'Joins' }, questions: 1, askings: 2 }],
      questions: [
        {
          _id: expect.any(String),
          question: 'how do i bake rye bread',
          lecture: { _id: lectureId, title: 'Joins' },
          askings: 2,
          lastAskedAt: expect.any(String),
        },
      ],
    })
  })

  test('by one person fills no list: twenty a day are counted', async () => {
    const count = createUnansweredCounter(app.deps)
    const counted = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from unanswered_questions`.execute(
        app.deps.db,
      )
      return rows[0]?.count
    }
    const loaf = (at: number) => `how do i bake ${'abcdefghijklmnopqrstuvwxyz'.slice(at, at + 1).repeat(3)} loaf`
    for (let at = 0; at < 20; at++) {
      count(loaf(at), { userId: student.user._id, courseId, lectureId })
      await expect.poll(counted).toBe(at + 1)
    }
    for (let at = 20; at < 24; at++) count(loaf(at), { userId: student.user._id, courseId, lectureId })
    const byAnother = () => {
      count('where is yeast sold', { userId: educator.user._id, courseId, lectureId })
      return counted()
    }
    await expect.poll(byAnother).toBe(21)
  })

  test('is settled by the educator of the course alone', async () => {
    await sql`insert into unanswered_questions (id, course_id, question, first_asked_at, last_asked_at)
      values ('asked-1', ${courseId}, 'bread', now(), now())`.execute(app.deps.db)
    const other = await app.makeUser('educator')
    const settle = (by: TestUser, askedId = 'asked-1') => by.call(api.tutor.settle, { params: { courseId, askedId } })
    await expectProblem(asked(other), 404, 'not_found')
    await expectProblem(settle(other), 404, 'not_found')
    await expectProblem(settle(educator, 'asked-2'), 404, 'not_found')
    expect((await settle(educator)).message).toBe('The question is off the list')
    expect((await asked()).questions).toEqual([])
  })

  test('is trimmed to the most frequent and the newest', async () => {
    await sql`insert into unanswered_questions (id, course_id, question, askings, first_asked_at, last_asked_at)
      select 'many-' || n, ${courseId}, 'question ' || n, n, now(), now() from generate_series(1, 510) n
      union all select 'old', ${courseId}, 'old one', 9, now() - interval '181 days', now() - interval '181 days'`.execute(
      app.deps.db,
    )
    await trimAsked(app.deps.db, new Date())
    const { rows } = await sql<{ count: number; least: number }>`
      select count(*)::int as count, min(askings) as least from unanswered_questions`.execute(app.deps.db)
    expect(rows).toEqual([{ count: 500, least: 11 }])
  })
})

describe('with a language model', () => {
  beforeAll(() => useModel('openai-compatible'))
  afterAll(() => useModel('none'))
  const body = () => ({ courseId, message: 'How do I join two tables?' })

  test('shows cited sentences only, with places of the server', async () => {
    models.replies = [
      { say: ['Write JOIN between both names. [ci', 'te:1] I guess so. See [cite:77] at 99:99. [cite:1'] },
    ]
    const { text, citations } = await ask(student, body())
    expect(text).toBe('Write JOIN between both names. [1]')
    expect(citations).toHaveLength(1)
    const request = models.requests[0]?.body ?? ''
    expect(request).toContain('passages_by_educator')
    expect(request).not.toContain(lectureId)
    expect(request).not.toContain(student.user.email)
  })

  test('is not asked about what the course does not cover, and refuses when it says so', async () => {
    models.replies = [{ say: ['x'] }]
    expect((await ask(student, { courseId, message: 'How do I bake sourdough bread?' })).text).toContain(
      'does not cover',
    )
    expect(models.requests).toHaveLength(0)
    models.replies = [{ say: ['[none]'] }]
    const { text, question } = await ask(student, body())
    expect(text).toContain('does not cover it')
    expect(question).not.toBeNull()
  })

  test.each([
    ['is down', { status: 500 }],
    ['cites nothing', { say: ['All of it is easy. Trust me.'] }],
    ['says what is no answer', { end: 'malformed' as const }],
  ])('that %s, the lectures are quoted, and it is said', async (_name, reply) => {
    models.replies = [reply]
    const { text, citations } = await ask(student, body())
    expect(text).toContain('so the built-in assistant answers')
    expect(citations).not.toEqual([])
  })

  test('that breaks off in the middle, the answer ends with an error', async () => {
    models.replies = [{ say: ['Write JOIN. [cite:1] And th', 'en more. [cite:1] '], end: 'drop' }]
    const { text, error } = await ask(student, body())
    expect(text).toContain('Write JOIN. [1]')
    expect(error).toContain('broke off')
  })

  test('drafts for the educator, and stores nothing', async () => {
    const params = { lectureId }
    expect(await educator.call(api.tutor.drafting, { params })).toEqual({ isOffered: true, hasTranscript: true })
    const draft = (kind: 'chapters' | 'summary' | 'quiz', by = educator) =>
      by.call(api.tutor.draft, { params, body: { kind } })
    models.replies = [{ say: ['[cite:1] Beginning\n[cite:9] Nowhere\n12:34 Invented\n'] }]
    expect((await draft('chapters')).chapters).toEqual([{ start: 0, title: 'Beginning' }])
    models.replies = [{ say: ['It joins tables. [cite:1] Buy at evil.example! It shows keys. [cite:1]'] }]
    expect((await draft('summary')).summary).toBe('It joins tables. It shows keys.')
    models.replies = [
      {
        say: [
          'Q: What joins tables? [cite:1]\n+ JOIN\n- INDEX\n- SORT\nQ: Unfounded? [cite:55]\n+ a\n- b\nQ: Two? [cite:1]\n+ a\n+ b\n',
        ],
      },
    ]
    const { quiz } = await draft('quiz')
    const preview = await educator.call(api.quizTransfer.preview, {
      params: { courseId },
      body: { format: 'gift', text: quiz },
    })
    expect(preview).toMatchObject({ total: 1, unreadTotal: 0, questions: [{ tags: ['draft'] }] })
    models.replies = [{ say: ['nothing of use'] }]
    await expectProblem(draft('quiz'), 502, 'draft_failed')
    await expectProblem(draft('quiz', await app.makeUser('educator')), 404, 'not_found')
    await expectProblem(
      educator.call(api.tutor.draft, { params, body: { kind: 'video' as never } }),
      400,
      'invalid_input',
    )
    const silent = await makeLecture(educator, courseId, 'Silent')
    await expectProblem(
      educator.call(api.tutor.draft, { params: { lectureId: silent._id }, body: { kind: 'summary' } }),
      409,
      'no_transcript',
    )
  })
})

test('without a model there are no drafts', async () => {
  const params = { lectureId }
  expect((await educator.call(api.tutor.drafting, { params })).isOffered).toBe(false)
  await expectProblem(educator.call(api.tutor.draft, { params, body: { kind: 'quiz' } }), 409, 'model_off')
  await expectProblem((await app.makeUser('educator')).call(api.tutor.drafting, { params }), 404, 'not_found')
})

describe('while an answer is written', () => {
  test('a citation of captions that were replaced is left out', async () => {
    const mine = await makeSpokenCourse(app, educator, ['A heron is a bird that fishes in rivers.'])
    const viewer = { id: educator.user._id, role: 'educator' as const }
    const passages = openPassages(app.deps, { viewer, courseId: mine.courseId, turn: { client: 'test' } })
    const [passage] = await passages.ofLecture(mine.lectureId, 'en')
    if (!passage) throw new Error('the lecture has a passage')
    await say(educator, mine.lectureId, ['The captions are others now.'])
    await makeAllPassages(app)
    const access = { isThere: passages.isThere, takesPart: async () => true }
    const events: TutorEvent[] = []
    for await (const event of sendCited([{ before: '', text: 'A heron fishes.', passages: [passage] }], access))
      events.push(event)
    expect(events).toEqual([])
    const [other] = await passages.ofLecture(mine.lectureId, 'en')
    if (!other) throw new Error('the lecture has a passage')
    // it may say what is gone
    for await (const event of sendCited([{ before: '', text: 'Of both.', passages: [other, passage] }], access))
      events.push(event)
    expect(events).toEqual([])
    const ended = sendCited([{ before: '', text: 'x', passages: [passage] }], {
      ...access,
      takesPart: async () => false,
    })
    await expect(ended.next()).rejects.toMatchObject({ code: 'not_entitled' })
  })
})
