import { api, type Category, type Course, type SearchResult } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { enqueue } from '#core/jobs.ts'
import { createLimits } from '#core/limits/rate-limits.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { isWhole } from '#test/support/in-all.ts'
import { makeLecture } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: { AI_EMBEDDINGS: 'on' } })
  educator = await app.makeUser('educator', 'Meera Iyer')
  await publish('Docker and Kubernetes', 'Containers from laptop to cluster', 'Others', 'Intermediate', 1599)
  await publish('Figma From Zero', 'Thumbnailer, components and prototypes', 'UI UX Designing', 'Beginner', 599)
  await publish('Web Pages by Hand', 'HTML and CSS, free of charge', 'Web Development', 'Beginner', 0)
  await publish('Modern React', 'Interfaces that people enjoy', 'Web Development', 'Advanced', 1299)
  await publish('Draw With Neural Networks', 'Images out of numbers', 'AI/ML', 'Advanced', 2499)
  await runJobs(app, 'course-text-changed')
}, 180_000)
afterAll(() => app.close())
beforeEach(() => Object.assign(app.deps.limits, createLimits(memoryStore())))

async function publish(
  title: string,
  subTitle: string,
  category: Category,
  level: string,
  price: number,
): Promise<Course> {
  const { _id } = await educator.call(api.courses.create, { body: { title, category } })
  const body = { subTitle, level, price: String(price), isPublished: 'true' } as const
  return edit(_id, body as Parameters<typeof edit>[1]) // the levels above are the contract's
}
const edit = (courseId: string, body: Parameters<typeof educator.call<typeof api.courses.edit>>[1]['body']) =>
  educator.call(api.courses.edit, { params: { courseId }, body })
const find = (input: string): Promise<SearchResult[]> => app.visitor(api.ai.search, { body: { input } })
const titles = async (input: string): Promise<string[]> => (await find(input)).map(({ title }) => title)

test('a visitor finds courses by name, other name, typo, sound and meaning', async () => {
  expect(await titles('figma')).toEqual(['Figma From Zero'])
  expect((await titles('k8s'))[0]).toBe('Docker and Kubernetes')
  expect((await titles('kubernets'))[0]).toBe('Docker and Kubernetes')
  expect((await titles('फिग्मा सीखना है'))[0]).toBe('Figma From Zero')
  expect((await titles('mujhe react sikhna hai'))[0]).toBe('Modern React')
  expect((await titles('pictures made by artificial brains'))[0]).toBe('Draw With Neural Networks')
})

test('the answer says why: words, filters, what was corrected', async () => {
  const [first] = await find('kubernets under 2000')
  expect(first).toMatchObject({
    title: 'Docker and Kubernetes',
    creatorName: 'Meera Iyer',
    price: 1599,
    match: 'sure',
    reasons: ['Matches “kubernetes”'],
    filters: { free: false, minPrice: null, maxPrice: 2000, maxMinutes: null, level: null, cheapestFirst: false },
    levelRelaxed: false,
    readAs: 'kubernetes',
  })
})

test('"not" leaves courses out and the answer says so, unless every word is searched for as written', async () => {
  const input = 'kubernetes not figma'
  const [first, ...others] = await find(input)
  expect(first).toMatchObject({
    title: 'Docker and Kubernetes',
    choices: { without: ['figma'], notLevel: null, alternatives: [], compared: false },
  })
  expect(others.map(({ title }) => title)).not.toContain('Figma From Zero')
  const written = await app.visitor(api.ai.search, { body: { input, asWritten: true } })
  expect(written.map(({ title }) => title)).toContain('Figma From Zero')
  expect(written.every(({ choices }) => choices === null)).toBe(true)
})

test('of either of two subjects the best course of each comes first', async () => {
  const found = await find('figma or kubernetes')
  expect(found.slice(0, 2).map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Figma From Zero', 'Docker and Kubernetes']),
  )
  expect(found[0]?.choices).toMatchObject({ alternatives: ['figma', 'kubernetes'], compared: false })
})

test.each(['figma', 'learn web development', 'pictures made by artificial brains', 'free courses'])(
  'what the search is sure of stands before the closest, each with reasons that differ: "%s"',
  async (input) => {
    const found = await find(input)
    expect(found.length).toBeGreaterThan(0)
    const sure = found.filter(({ match }) => match === 'sure').length
    expect(found.slice(0, sure).every(({ match }) => match === 'sure')).toBe(true)
    for (const { reasons } of found) expect(new Set(reasons).size).toBe(reasons.length)
  },
)

test('the catalogue lists what a text asks for in the order of the search, and filters it', async () => {
  const list = async (query: { text: string; level?: 'Beginner' | 'Advanced' }): Promise<string[]> => {
    const { courses } = await app.visitor(api.courses.catalogue, { query })
    return courses.map(({ title }) => title)
  }
  for (const text of ['figma', 'kubernets', 'mujhe react sikhna hai'])
    expect((await list({ text }))[0]).toBe((await titles(text))[0])
  expect(await list({ text: 'kubernets', level: 'Beginner' })).not.toContain('Docker and Kubernetes')
  expect(await list({ text: 'pizza near me' })).toEqual([])
  expect(await list({ text: 'meera iyer' })).toContain('Modern React')
})

test('of two courses that are alike, the one in the language that the reader has chosen comes first', async () => {
  const texts = ['Kites of Paper', 'Fold, tie and fly', 'Others', 'Beginner', 100] as const
  const english = await publish(...texts)
  const hindi = await publish(...texts)
  await edit(english._id, { language: 'en' })
  await edit(hindi._id, { language: 'hi' })
  const cookie = (language: string) => ({ cookie: `vc_language=${language}` })
  const first = async (headers: Record<string, string>): Promise<string[]> => {
    const [search, list] = await Promise.all([
      app.server.inject({ method: 'POST', url: api.ai.search.path, payload: { input: 'paper kites' }, headers }),
      app.server.inject({ url: `${api.courses.catalogue.path}?text=paper+kites`, headers }),
    ])
    return [search.json()[0]._id, list.json().courses[0]._id]
  }
  const unchosen = await first({})
  for (const [chosen, expected] of [
    [{ 'x-language': 'hi' }, hindi],
    [cookie('hi'), hindi],
    [cookie('en'), english],
    [{ ...cookie('en'), 'x-language': 'en' }, english],
  ] as const)
    expect(await first(chosen), JSON.stringify(chosen)).toEqual([expected._id, expected._id])
  // pages are in English for those, too, who have chosen nothing
  expect(await first({ 'x-language': 'en' })).toEqual(unchosen)
  await edit(english._id, { isPublished: 'false' })
  await edit(hindi._id, { isPublished: 'false' })
})

test('prices are never relaxed; a level that no course has is relaxed, and the answer says so', async () => {
  expect(await titles('free web development')).toEqual(['Web Pages by Hand'])
  expect(await titles('kubernetes under 500')).toEqual([])
  const [relaxed] = await find('beginner kubernetes')
  expect(relaxed).toMatchObject({ title: 'Docker and Kubernetes', levelRelaxed: true, filters: { level: 'Beginner' } })
})

test.each(['weather in mumbai tomorrow', 'xkcd 9981 lorem blarg', 'pizza near me', '!!!', '🍕', 'the of and'])(
  'finds nothing for "%s"',
  async (input) => expect(await titles(input)).toEqual([]),
)

test('a course is found as soon as it is published, with its new texts at once, and no more when it is not', async () => {
  // a search waits 0.4 s for changes: on a busy machine a later one has them
  const first = (text: string) => expect.poll(async () => (await titles(text))[0], { timeout: 10_000 })
  const course = await publish('Bonsai Arithmetic', 'Numbers for little trees', 'Others', 'Beginner', 100)
  await first('bonsai').toBe('Bonsai Arithmetic')
  await makeLecture(educator, course._id, 'Juniper logarithms')
  await first('juniper').toBe('Bonsai Arithmetic')
  await edit(course._id, { title: 'Origami Arithmetic', subTitle: 'Numbers of folded paper' })
  await first('origami').toBe('Origami Arithmetic')
  expect(await titles('bonsai')).not.toContain('Origami Arithmetic')
  await edit(course._id, { isPublished: 'false' })
  await expect.poll(() => titles('origami'), { timeout: 10_000 }).not.toContain('Origami Arithmetic')
  await expectProblem(app.visitor(api.ai.similar, { params: { courseId: course._id } }), 404, 'not_found')
})

test('who teaches, headings, outcomes, texts and captions of lectures are searched too', async () => {
  const parrot = await app.makeUser('educator', 'Zarina Quereshi')
  const body = { title: 'Birds of the Garden', category: 'Others' } as const
  const { _id: courseId } = await parrot.call(api.courses.create, { body })
  const changes = { price: '0', isPublished: 'true', outcomes: 'Build a nesting box' } as const
  await parrot.call(api.courses.edit, { params: { courseId }, body: changes })
  const lecture = await makeLecture(parrot, courseId, 'Morning songs')
  expect((await titles('zarina quereshi'))[0]).toBe('Birds of the Garden')
  expect((await titles('courses by Zarina'))[0]).toBe('Birds of the Garden')
  expect((await titles('nesting'))[0]).toBe('Birds of the Garden')
  await parrot.call(api.sections.create, {
    params: { courseId },
    body: { title: 'Woodpeckers', firstLectureId: lecture._id },
  })
  expect((await titles('woodpeckers'))[0]).toBe('Birds of the Garden')
  const params = { lectureId: lecture._id }
  await parrot.call(api.lectures.edit, { params, body: { description: 'How **oscines** sing' } })
  expect((await titles('oscines'))[0]).toBe('Birds of the Garden')
  // of the same length, and beyond its beginning
  const long = (name: string) => `${'They sing. '.repeat(20)} ${name}`
  for (const name of ['bulbuls', 'barbets']) {
    await parrot.call(api.lectures.edit, { params, body: { text: long(name) } })
    expect((await titles(name))[0]).toBe('Birds of the Garden')
  }
  expect(await titles('bulbuls')).toEqual([])
  const text = 'WEBVTT\n\n00:00.000 --> 00:02.000\n<v Asha>The hoopoe calls.\n'
  await parrot.call(api.lectures.setCaptions, { params, body: { language: 'en', text } })
  expect((await titles('hoopoe'))[0]).toBe('Birds of the Garden')
  await parrot.call(api.lectures.removeCaptions, { params: { ...params, language: 'en' } })
  expect(await titles('hoopoe')).toEqual([])
  await parrot.call(api.courses.edit, { params: { courseId }, body: { isPublished: 'false' } })
})

test('a length leaves out longer courses, and those of which it is not known', async () => {
  const [short, long, unknown] = [
    await publish('Chess Endings', 'Rooks', 'Others', 'Beginner', 0),
    await publish('Chess Openings', 'Gambits', 'Others', 'Beginner', 0),
    await publish('Chess Puzzles', 'Mates', 'Others', 'Beginner', 0),
  ]
  for (const [{ _id }, seconds] of [
    [short, 5400],
    [long, 20_000],
  ] as const)
    await app.deps.db.updateTable('courses').set({ total_seconds: seconds }).where('id', '=', _id).execute()
  // a change that every process is told of
  await edit(short._id, { description: 'Few pieces are left.' })
  expect(await titles('chess under 2 hours')).toEqual(['Chess Endings'])
  expect(await titles('2 ghante se kam chess')).toEqual(['Chess Endings'])
  expect(await titles('chess more than 3 hours')).toEqual(['Chess Openings'])
  expect((await find('chess under 2 hours'))[0]?.filters).toMatchObject({ minMinutes: null, maxMinutes: 120 })
  expect((await titles('chess')).sort()).toEqual(['Chess Endings', 'Chess Openings', 'Chess Puzzles'])
  for (const { _id } of [short, long, unknown]) await edit(_id, { isPublished: 'false' })
})

test('vectors are made once for a text, and again when it changes', async () => {
  const course = await publish('Pottery Statistics', 'Clay and averages', 'Data Science', 'Beginner', 300)
  const made = async () => {
    await runJobs(app, 'course-text-changed')
    const query = app.deps.db.selectFrom('course_vectors').selectAll().where('course_id', '=', course._id)
    return query.executeTakeFirstOrThrow()
  }
  const first = await made()
  expect(first.vectors.length).toBe(3 * 512 * 4)
  await edit(course._id, { price: '250' })
  expect(await made()).toEqual(first)
  await edit(course._id, { description: 'How pots differ.' })
  expect((await made()).text_hash).not.toBe(first.text_hash)
  await app.deps.db.deleteFrom('course_vectors').execute()
  await enqueue(app.deps.db, (await import('./jobs.ts')).fillVectors, {})
  await runJobs(app, 'fill-course-vectors')
  const { count } = await app.deps.db
    .selectFrom('course_vectors')
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(6)
})

test('similar courses: others than the course itself, four at most', async () => {
  const [react] = await find('modern react')
  const { courses } = await app.visitor(api.ai.similar, { params: { courseId: react?._id ?? '' } })
  expect(courses.length).toBeLessThanOrEqual(4)
  expect(courses.map(({ title }) => title)).not.toContain('Modern React')
})

describe('hostile', () => {
  const post = (payload: unknown) =>
    app.server.inject({
      method: 'POST',
      url: '/api/ai/search',
      payload: payload as object,
      headers: { 'content-type': 'application/json' },
    }) // anything may come

  test.each([
    [{}],
    [{ input: '' }],
    [{ input: '   ' }],
    [{ input: 7 }],
    [{ input: null }],
    [{ input: ['react'] }],
    [{ input: 'a '.repeat(151) }],
    [{ input: 'figma', asWritten: 'true' }],
    [{ input: 'figma', asWritten: 1 }],
    [{ input: 'figma', asWritten: null }],
    [{ asWritten: true }],
  ])('refuses %j', async (body) => expect((await post(body)).statusCode).toBe(400))

  test.each([
    `' or 1=1; drop table courses; --`,
    '\\x00 \u202e \u200b',
    '<script>alert(1)</script>',
    '(((((((((((((((((('.repeat(10),
    'under under under ₹ ₹ 9999999999999999999999999999k',
    '__proto__ constructor hasOwnProperty toString',
    'ﬀ ﷽ '.repeat(40),
    '0'.repeat(300),
    `${'a b '.repeat(74)}`,
  ])('answers a list for %j', async (input) => {
    const answer = await post({ input })
    expect([200, 400]).toContain(answer.statusCode)
    if (answer.statusCode === 200) expect(Array.isArray(answer.json())).toBe(true)
  })

  test('drafts and unknown ids have no similar courses', async () => {
    const { _id } = await educator.call(api.courses.create, { body: { title: 'A draft', category: 'Others' } })
    for (const courseId of [_id, 'no-such-course', "' or '1'='1"])
      await expectProblem(app.visitor(api.ai.similar, { params: { courseId } }), 404, 'not_found')
  })

  const from = (remoteAddress: string, input = 'figma', cookie?: string) =>
    app.server.inject({
      method: 'POST',
      url: '/api/ai/search',
      payload: { input },
      remoteAddress,
      ...(cookie && { headers: { cookie } }),
    })

  test('too many searches of one client are refused, and not those of another, nor of a user at the same address', async () => {
    const address = '10.1.0.1'
    expect((await from(address)).statusCode).toBe(200)
    for (let count = 1; count < 30; count++) await app.deps.limits.searches.consume(address)
    const refused = await from(address)
    expect(refused.json()).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('wait a moment') })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await from('10.1.0.2')).statusCode).toBe(200)
    expect((await from(address, 'figma', educator.cookie)).statusCode).toBe(200)
  })

  test('more than two searches of one client at once are refused with 429, while that of another is answered', async () => {
    const [own, other] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, () => from('10.1.0.3', 'modern react'))),
      from('10.1.0.4', 'modern react'),
    ])
    expect(own.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
    for (const refused of own.filter(({ statusCode }) => statusCode !== 200))
      expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect(other.statusCode).toBe(200)
    expect((await from('10.1.0.3')).statusCode).toBe(200)
  })

  test('searches beyond what can be answered soon are refused with 503 and Retry-After, and the next ones are answered', async () => {
    const many = await Promise.all(Array.from({ length: 150 }, (_, at) => from(`10.2.0.${at}`, `modern react ${at}`)))
    const refused = many.filter(({ statusCode }) => statusCode === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(many.filter(({ statusCode }) => statusCode === 200).length).toBe(150 - refused.length)
    for (const one of refused) {
      expect(Number(one.headers['retry-after'])).toBeGreaterThan(0)
      expect(one.json()).toMatchObject({ code: 'unavailable', message: expect.stringContaining('Many people') })
    }
    expect((await from('10.2.0.1')).statusCode).toBe(200)
  })
})

test.skipIf(!isWhole)(
  'without the model searches go by words, and courses are put into the index all the same',
  async () => {
    const plain = await createTestApp({ config: { AI_EMBEDDINGS: 'off' } })
    try {
      const teacher = await plain.makeUser('educator')
      const { _id } = await teacher.call(api.courses.create, {
        body: { title: 'Juggling Data', category: 'Data Science' },
      })
      await teacher.call(api.courses.edit, { params: { courseId: _id }, body: { price: '10', isPublished: 'true' } })
      await runJobs(plain, 'course-text-changed')
      const search = (input: string) => plain.visitor(api.ai.search, { body: { input } })
      expect((await search('jugling data')).map(({ title }) => title)).toEqual(['Juggling Data'])
      expect(await search('pizza near me')).toEqual([])
    } finally {
      await plain.close()
    }
  },
)
