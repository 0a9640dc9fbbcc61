import { api, type Endpoint } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { randomRevision } from '#test/support/assignments.ts'
import { makeClosedCourse, markedPdf, marker } from '#test/support/closed-course.ts'
import { listen } from '#test/support/connect-socket.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { openTab } from '#test/support/live/live-room.ts'
import { makeLecture } from '#test/support/make-course.ts'
import { setOpening } from '#test/support/openings.ts'
import { askAbout, newKey } from '#test/support/questions.ts'
import { buy, paymentKeys, withdraw } from '#test/support/sales/pay.ts'
import { fetchesOf } from '#test/support/video/fetch-media.ts'

let app: TestApp
let address: string
let world: Awaited<ReturnType<typeof makeClosedCourse>>
const { get, addressFor, codeOf } = fetchesOf(() => app)
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  address = await listen(app.server)
  world = await makeClosedCourse(app, address)
})
afterAll(() => app.close())

const all = Object.entries(api).flatMap(([noun, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).map(([name, call]) => ({ name: `${noun}.${name}`, call })),
)
/** What an enrolled student may call at all. */
const studentsCalls = all.filter(({ call }) => ['public', 'signedIn', 'student'].includes(call.access))

function keysIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own =
    'properties' in schema && typeof schema.properties === 'object' ? Object.keys(schema.properties ?? {}) : []
  return [...own, ...Object.values(schema).flatMap(keysIn)]
}
const keysOf = (call: Endpoint): string[] =>
  [call.params, call.query, 'body' in call ? call.body : undefined].flatMap((schema) =>
    schema ? keysIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : [],
  )

type Input = { path?: Record<string, string>; query?: Record<string, string>; body?: object; file?: true }
type Make = () => Input
const of =
  (lectureId: () => string, more: Input = {}): Make =>
  () => ({ ...more, path: { lectureId: lectureId(), ...more.path } })
const video = () => world.lecture._id
const quiz = () => world.quiz.lectureId
const task = () => world.assignmentId
const media = (file: string) => of(video, { path: { file } })
const named =
  (more: Input = {}): Make =>
  () =>
    more
const draft = { text: 'Mine', revision: randomRevision(), base: null }

/** Calls that name something of a lecture: each is refused with `not_open_yet` while that is closed. */
const refused: Record<string, Make[]> = {
  'assignments.read': [of(task)],
  'assignments.save': [of(task, { body: draft })],
  'assignments.handIn': [of(task, { body: draft })],
  'assignments.withdraw': [of(task, { body: { attempt: 1 } })],
  'assignments.addFile': [of(task, { file: true })],
  'learning.report': [of(video, { body: { completed: true } }), of(video, { body: { seconds: 1 } })],
  'learning.watched': [of(video, { body: { id: 'a'.repeat(16), videoId: 'any', intervals: [[0, 1]] } })],
  'lectures.content': [of(video)],
  'live.messages': [of(() => world.live)],
  'live.join': [of(() => world.live)],
  'liveTogether.questions': [of(() => world.live)],
  'liveTogether.polls': [of(() => world.live)],
  'liveTogether.notes': [of(() => world.live)],
  'liveBoard.board': [of(() => world.live)],
  'media.video': [of(video)],
  'media.stream': ['main.m3u8', '240p.m3u8', '720p.m3u8', 'storyboard.vtt'].map(media),
  'media.attachment': [named()],
  'media.captions': [media('en.vtt')],
  'notes.save': [
    () => ({
      path: { noteId: newKey() },
      body: {
        lectureId: video(),
        place: { kind: 'text', block: 0, quote: 'x' },
        text: 'Mine',
        revision: newKey(),
        base: null,
        attempts: [],
      },
    }),
  ],
  'questions.ask': [of(video, { body: { key: newKey(), title: 'What is it?', text: '' } })],
  'questions.read': [named()],
  'questions.answer': [named({ body: { key: newKey(), text: 'It is' } })],
  'questions.follow': [named({ body: { follows: true } })],
  'questions.vote': [named({ body: { voted: true } })],
  'questions.report': [named({ body: { reason: 'spam', text: 'Look' } })],
  'quizAttempts.page': [of(quiz)],
  'quizAttempts.begin': [of(quiz)],
  'tutor.ask': [
    () => ({
      body: { courseId: world.quiz.courseId, message: `What is ${marker}?`, lectureId: video(), task: 'summarise' },
    }),
  ],
  'videoChecks.read': [() => ({ path: { lectureId: video(), questionId: world.checked } })],
  'videoChecks.answer': [
    () => ({
      path: { lectureId: video(), questionId: world.checked },
      body: { answer: { kind: 'truth', value: true }, tries: 0 },
    }),
  ],
}

/** Calls that name something too, and what they answer instead, with the reason. */
const others: Record<string, { codes: (number | string)[]; make: Make; why: string }> = {
  'assignments.file': { codes: ['not_found'], make: named(), why: 'files of answers are those of their student' },
  'assignments.removeFile': { codes: ['not_found'], make: named(), why: 'the same' },
  'quizAttempts.read': { codes: ['not_found'], make: named(), why: 'attempts are those of their student' },
  'quizAttempts.answer': {
    codes: ['not_found'],
    make: named({ body: { answers: [{ position: 0, answer: { kind: 'truth', value: true }, base: 0 }] } }),
    why: 'the same',
  },
  'quizAttempts.handIn': { codes: ['not_found'], make: named(), why: 'the same' },
  'notes.read': { codes: ['not_found'], make: named(), why: 'notes are those of their author' },
  'notes.remove': {
    codes: [200],
    make: () => ({ query: { revision: newKey().slice(0, 12), replaces: newKey().slice(0, 12) } }),
    why: 'the same; what is not there is removed',
  },
  'notes.find': { codes: [200], make: named({ query: { text: marker } }), why: 'own notes alone' },
  'media.streamFile': {
    codes: ['not_entitled'],
    make: () => ({ path: { file: '720p.mp4' }, query: { token: world.ids.token ?? '' } }),
    why: 'a token is good for its viewer alone',
  },
  'media.image': {
    codes: ['not_found'],
    make: named({ path: { imageId: 'x'.repeat(24), file: '320.webp' } }),
    why: 'images have no lecture',
  },
  'live.session': {
    codes: [200],
    make: of(() => world.live),
    why: 'when a session is, the course page says to everyone',
  },
  'recordings.start': {
    codes: ['not_open_yet', 'forbidden', 'live_not_on'],
    make: of(() => world.live),
    why: 'hosts alone',
  },
  'recordings.stop': { codes: ['not_open_yet', 'forbidden'], make: of(() => world.live), why: 'hosts alone' },
  'liveTogether.mark': {
    codes: ['not_open_yet', 'not_found', 'forbidden'],
    make: of(() => world.live, { path: { messageId: 'x'.repeat(24) }, body: { question: 'none' } }),
    why: 'messages of a room that they are not in',
  },
  'liveTogether.makePoll': {
    codes: ['not_open_yet', 'forbidden'],
    make: of(() => world.live, {
      body: { question: 'Who?', choices: ['A', 'B'], several: false, resultsAtOnce: true, start: true },
    }),
    why: 'hosts alone',
  },
  'liveTogether.changePoll': {
    codes: ['not_found'],
    make: named({ path: { pollId: 'x' }, body: { state: 'closed' } }),
    why: 'no such poll',
  },
  'liveTogether.deletePoll': { codes: ['not_found'], make: named({ path: { pollId: 'x' } }), why: 'no such poll' },
  'liveTogether.vote': {
    codes: ['not_found'],
    make: named({ path: { pollId: 'x' }, body: { choices: [0] } }),
    why: 'no such poll',
  },
  'liveTogether.saveNotes': {
    codes: ['not_open_yet', 'forbidden', 'not_found'],
    make: of(() => world.live, { body: { text: 'Mine', version: 'v'.repeat(22) } }),
    why: 'hosts alone',
  },
  'live.ice': { codes: [200], make: of(() => world.live), why: 'relays, and nothing of a lecture' },
  'live.calendar': { codes: ['live_not_on'], make: of(() => world.live), why: 'the time of a session' },
  'questions.edit': {
    codes: ['not_found', 'forbidden'],
    make: named({ body: { text: 'Mine' } }),
    why: 'own posts alone',
  },
  'questions.remove': { codes: ['not_found', 'forbidden'], make: named(), why: 'own posts alone' },
  'questions.ofCourse': { codes: [200, 'not_open_yet'], make: named(), why: 'lists what is open' },
  'questions.similar': { codes: [200], make: named({ query: { text: marker } }), why: 'finds what is open' },
  'agenda.feed': {
    codes: ['not_found'],
    make: named({ path: { token: `${'a'.repeat(24)}-${'b'.repeat(32)}` } }),
    why: 'titles and times',
  },
}

/** Keys by which no call names anything of a lecture. */
const harmless = new Set(
  `courseId cursor limit besides category sort level language price rating text query q page per length state days diligent as
  sessionId passkeyId name email password role otp code codes address userId currentPassword newPassword description photo photoUrl
  serial list announcementId notificationId orderId invoiceId bundleId reviewId kind version versions agreed agreedTerms subject inApp byMail
  reason note rating comment stars input asWritten message history minPrice maxPrice creator exclude commented order
  named before gstin razorpay_order_id razorpay_payment_id razorpay_signature`.split(/\s+/),
)

/** Calls that are about an account, and three whose keys would name something elsewhere. */
const harmlessCalls =
  /^(accounts|factors|signIn|invitations|ownAccount)\.|^(notifications\.unsubscribe|publicPages\.sitemap|enrolments\.createOrder)$/

const filled = (path: string, given: Record<string, string> = {}) =>
  path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(given[key] ?? world.ids[key] ?? 'x'))

async function send(call: Endpoint, { path, query, body, file }: Input, by: TestUser) {
  const form = new FormData()
  if (file) form.append(Object.keys('files' in call ? call.files : {})[0] ?? 'file', markedPdf(), 'a.pdf')
  const multipart = file && new Response(form)
  return app.server.inject({
    method: call.method as 'GET', // no test of this file sends parts of files
    url: `${filled(call.path, path)}${query ? `?${new URLSearchParams(query)}` : ''}`,
    headers: { cookie: by.cookie, ...(multipart && { 'content-type': multipart.headers.get('content-type') ?? '' }) },
    ...(multipart ? { payload: Buffer.from(await multipart.arrayBuffer()) } : body && { payload: body }),
  })
}
const codeIn = (reply: { statusCode: number; body: string }) =>
  reply.statusCode < 400 ? reply.statusCode : z.object({ code: z.string() }).parse(JSON.parse(reply.body)).code

describe('every call of the contract', () => {
  test('that names something of a lecture is in the tables of this test', () => {
    const unknown = studentsCalls.flatMap(({ name, call }) => {
      if (name in refused || name in others || harmlessCalls.test(name)) return []
      const keys = [...new Set(keysOf(call))].filter((key) => !harmless.has(key))
      return keys.length > 0 ? [`${name}: ${keys.join(' ')}`] : []
    })
    expect(unknown).toEqual([])
    const names = new Set(studentsCalls.map(({ name }) => name))
    expect([...Object.keys(refused), ...Object.keys(others)].filter((name) => !names.has(name))).toEqual([])
  })

  test.each(Object.keys(refused))('refuses a lecture that is closed: %s', async (name) => {
    const call = all.find((one) => one.name === name)?.call
    if (!call) throw new Error(`${name} is not in the contract`)
    for (const make of refused[name] ?? []) {
      const reply = await send(call, make(), world.student)
      expect([reply.statusCode, codeIn(reply)]).toEqual([403, 'not_open_yet'])
      expect(reply.rawPayload.includes(marker)).toBe(false)
    }
  })

  test.each(Object.keys(others))('gives out nothing of it: %s', async (name) => {
    const call = all.find((one) => one.name === name)?.call
    const other = others[name]
    if (!call || !other) throw new Error(`${name} is not in the contract`)
    const reply = await send(call, other.make(), world.student)
    expect(other.codes, `${name}: ${reply.body.slice(0, 200)}`).toContain(codeIn(reply))
    expect(reply.rawPayload.includes(marker)).toBe(false)
  })

  test('that a student may read has nothing of it, whatever it is asked by', async () => {
    const texts: Record<string, string> = { text: marker, q: marker, query: marker, search: marker }
    const found: string[] = []
    for (const { name, call } of studentsCalls) {
      if (call.method !== 'GET' || name === 'accounts.logout') continue
      const query = call.query
        ? Object.fromEntries(Object.keys(call.query.shape).flatMap((key) => (texts[key] ? [[key, texts[key]]] : [])))
        : {}
      const reply = await send(call, { query }, world.student)
      if (reply.rawPayload.includes(marker)) found.push(name)
    }
    const asked = [
      await send(api.ai.search, { body: { input: `Hear ${marker}` } }, world.student),
      await send(api.ai.chat, { body: { message: `What does Sailing say about ${marker}?` } }, world.student),
    ]
    for (const { statusCode, body } of asked) {
      expect(statusCode).toBe(200)
      for (const said of ['Read', 'About', 'Because', 'So', 'Intro', 'Do'])
        expect(body).not.toContain(`${said} ${marker}`)
    }
    expect(found).toEqual([])
  })

  test('of educators and admins is none of a student', async () => {
    for (const { name, call } of all.filter(({ call: { access } }) => access === 'educator' || access === 'admin')) {
      if (call.method === 'HEAD') continue
      const reply = await send(call, {}, world.student)
      expect([name, reply.statusCode, reply.rawPayload.includes(marker)]).toEqual([name, 403, false])
    }
  })
})

test('the room of a session lets no one in to whom its lecture is closed', async () => {
  const tab = await openTab(address, world.student)
  expect(await tab.join(world.roomId)).toMatchObject({ ok: false, code: 'not_open_yet' })
  expect(await tab.write(world.roomId, 'Hello')).toMatchObject({ ok: false })
  await world.teacher.write(world.roomId, `Again ${marker}`)
  expect(JSON.stringify(tab.received)).not.toContain(marker)
  const inside = await openTab(address, await openedStudent())
  await inside.enter(world.roomId)
  tab.socket.close()
  inside.socket.close()
  world.teacher.socket.close()
})

/** A student to whom the educator has opened everything. */
async function openedStudent() {
  const one = await app.makeUser()
  await buy(one, world.courseId)
  const [first] = await closedIds(one)
  await world.educator.call(api.completion.openEarly, {
    params: { courseId: world.courseId, studentId: one.user._id },
    body: { lectureId: first ?? '', following: true },
  })
  return one
}
const closedIds = async (student: TestUser) => {
  const { entries } = await student.call(api.learning.course, { params: { courseId: world.courseId }, query: {} })
  return entries.flatMap(({ lectureId, opening }) => (opening ? [lectureId] : []))
}

describe('what was opened before it was closed', () => {
  test('stays: attempt, answer with its files, note, text, stream and question', async () => {
    const { early, ids, quiz: taken, lecture } = world
    expect((await closedIds(early)).filter((id) => id !== world.live)).not.toContain(lecture._id)
    const { attempt } = await early.call(api.quizAttempts.read, { params: { attemptId: ids.attemptId ?? '' } })
    expect(attempt.questions[0]?.question.prompt).toContain(marker)
    await early.call(api.quizAttempts.page, { params: { lectureId: taken.lectureId } })
    await early.call(api.assignments.read, { params: { lectureId: world.assignmentId } })
    expect((await get(early, `/api/answerfiles/${ids.fileId}`)).body).toContain(marker)
    expect((await get(early, `/api/media/attachments/${ids.attachmentId}`)).body).toContain(marker)
    await early.call(api.notes.read, { params: { noteId: ids.noteId ?? '' } })
    const address = await addressFor(early, lecture)
    expect(await codeOf(early, address)).toBe(200)
    // their address is of no use to someone else, with or without an account
    expect([await codeOf(world.student, address), await codeOf(null, address)]).toEqual([
      '403 not_entitled',
      '401 unauthenticated',
    ])
    await early.call(api.questions.read, { params: { questionId: ids.questionId ?? '' }, query: {} })
  })

  test('a question or a note alone is enough: they were there', async () => {
    const one = await app.makeUser()
    const other = await makeLecture(world.educator, world.courseId, 'Oars')
    await buy(one, world.courseId)
    await askAbout(one, other._id, { title: 'Which oar is the left one?' })
    await setOpening(world.educator, world.courseId, other._id, { kind: 'days', days: 3 })
    await one.call(api.lectures.content, { params: { lectureId: other._id } })
  })

  test('what is told by a playlist that a student got before does not go on after a refund, and is back with the next purchase', async () => {
    const one = await openedStudent()
    const address = await addressFor(one, world.lecture)
    expect(await codeOf(one, address)).toBe(200)
    await withdraw(app, one)
    expect(await codeOf(one, address)).toBe('403 not_entitled')
    await buy(one, world.courseId)
    expect(await codeOf(one, address)).toBe(200)
  })
})
