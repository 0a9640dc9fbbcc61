import { beforeAll, describe, expect, test } from 'vitest'
import { sentenceEncoder } from '#adapters/embeddings/sentence-encoder.ts'
import { createTestEngine, foundIds, searchableCourse } from '#test/support/services/search-engine.ts'
import type { Found, SearchEngine } from './create-engine.ts'

const engines: Partial<Record<'by words alone' | 'with the sentence model', SearchEngine>> = {}
beforeAll(async () => {
  engines['by words alone'] = await createTestEngine()
  engines['with the sentence model'] = await createTestEngine(sentenceEncoder())
})

describe.each(['by words alone', 'with the sentence model'] as const)('%s', (kind) => {
  let engine: SearchEngine
  beforeAll(() => {
    engine = engines[kind] as SearchEngine // made above
  })
  const ids = (input: string): Promise<string[]> => foundIds(engine, input)
  const reasonsOf = ({ courses }: Found, id: string) => courses.find((one) => one.id === id)?.reasons ?? []

  test.each([
    ['website for my yoga studio', 'website', 'yoga'],
    ['math for civil engineering', 'math', 'civil'],
    ['logo for my cake shop', 'logo', 'cake'],
    ['I run a cake shop and want to learn excel', 'excel', 'cake'],
    ['yoga studio ke liye website', 'website', 'yoga'],
  ])('"%s" asks for what stands before its context', async (query, subject, context) => {
    const found = await ids(query)
    expect(found[0]).toBe(subject)
    expect(found.indexOf(context)).not.toBe(0)
  })

  test.each([
    ['restaurant website', 'restaurant'],
    ['stock price prediction', 'stocks'],
    ['ticket booking system in java', 'tickets'],
    // two spellings of one word, and words that are written apart and together
    ['watercolor painting', 'watercolour'],
    ['watercolour', 'watercolour'],
    ['water color', 'watercolour'],
    ['data modeling', 'modelling'],
    ['data modelling', 'modelling'],
    ['theater', 'theatre'],
    ['theatre', 'theatre'],
    ['behavioral economics', 'behavioural'],
    ['makeup', 'makeup'],
    ['make up', 'makeup'],
    ['make-up', 'makeup'],
    ['pottery wheel', 'wheel'],
    ["potter's wheel", 'wheel'],
    ['spanish', 'spanish'],
    ['spanish language', 'spanish'],
    ['learn the python language', 'python-first'],
    ['n.l.p.', 'nlp'],
    ['nlp', 'nlp'],
    ['flutter application', 'app'],
    ['flutter app', 'app'],
    ['k8s', 'kubernetes'],
    // typos, and a word that is English by chance
    ['kubernets', 'kubernetes'],
    ['acoustik gitar', 'guitar'],
    ['pubic speeking', 'speaking'],
    // Hindi
    ['khana banana sikhna hai', 'cooking'],
    ['docker kaise sikhe', 'docker'],
    ['सिलाई सीखनी है', 'sewing'],
  ])('"%s" is sure of its course', async (query, id) => {
    const { courses } = await engine.search(query)
    expect(courses[0]).toMatchObject({ id, match: 'sure' })
  })

  test('a whole title is first and sure, whatever it seems to ask for, as long as a course has it', async () => {
    const titles = [
      'Free Under 500: Budget Meals for Beginners',
      'Java Without Python',
      'पाइथन नहीं, जावा',
      'ஓவியம்',
      'Weather Today',
    ]
    const first = async (input: string) => (await engine.search(input)).courses[0]
    titles.forEach((title, at) => {
      engine.put(searchableCourse({ id: `titled-${at}`, title, pricePaise: 99_900, level: 'Advanced' }))
    })
    for (const [at, title] of titles.entries())
      expect(await first(title.toUpperCase())).toMatchObject({ id: `titled-${at}`, match: 'sure' })
    engine.put(searchableCourse({ id: 'titled-4', title: 'Clouds' }))
    expect(await ids('weather today')).not.toContain('titled-4')
    engine.put(searchableCourse({ id: 'titled-4', title: 'Free Courses', pricePaise: 99_900 }))
    expect(await ids('free courses')).not.toContain('titled-4')
    for (const at of titles.keys()) engine.remove(`titled-${at}`)
    expect(await ids('java without python')).not.toContain('titled-1')
  })

  test.each([
    ['Zither for Beginners', 'zither beginner'],
    ['Zither from Scratch', 'zither for beginners'],
    ['Zither: From Beginner to Pro Level', 'advanced zither'],
    ['Zither for Absolute Newcomers', 'zither from zero'],
  ])('"%s" is of the level that its title states: "%s"', async (title, query) => {
    engine.put(searchableCourse({ id: 'zither', title, level: 'Intermediate' }))
    engine.put(searchableCourse({ id: 'other', title: 'Zither Repertoire', level: 'Intermediate' }))
    const { courses, levelRelaxed } = await engine.search(query)
    expect(levelRelaxed).toBe(false)
    expect(courses[0]?.id).toBe('zither')
    expect(courses.map(({ id }) => id)).not.toContain('other')
    expect(await ids('intermediate zither')).toContain('other')
    for (const id of ['zither', 'other']) engine.remove(id)
  })

  test('an engine is no engineer', async () => {
    expect((await ids('engine'))[0]).toBe('engines')
    expect((await ids('engineer'))[0]).toBe('sound')
    expect(await ids('engineer')).not.toContain('engines')
  })

  test.each(['sabse sasta python course', 'cheapest python course', 'sasta python'])(
    '"%s" is sorted by price',
    async (query) => {
      const found = await engine.search(query)
      expect(found.courses.slice(0, 3).map(({ id }) => id)).toEqual(['python-hindi', 'python-first', 'python-deep'])
      expect(found.understood.filters.cheap).toBe(true)
      expect(reasonsOf(found, 'python-hindi')).toContainEqual({ kind: 'cheapest' })
      expect(reasonsOf(found, 'python-deep')).not.toContainEqual({ kind: 'cheapest' })
    },
  )

  test('a price is never relaxed, and what it leaves about other subjects is only closest', async () => {
    expect((await ids('python under 500'))[0]).toBe('python-hindi')
    expect(await ids('python under 500')).not.toContain('python-first')
    expect(await ids('python above 1000')).toContain('python-deep')
    expect(await ids('free css course')).toEqual(['css'])
    expect(await ids('docker under 100')).toEqual([])
    const { courses } = await engine.search('docker under 1000')
    expect(courses[0]).toMatchObject({ id: 'kubernetes', match: 'closest' })
    expect(new Set(courses.map(({ match }) => match))).toEqual(new Set(['closest']))
  })

  test('a course without a price fits no price, and one without a level no stated level', async () => {
    engine.put(searchableCourse({ id: 'draft', title: 'Python Patterns', pricePaise: null, level: null }))
    expect(await ids('python')).toContain('draft')
    expect(await ids('python under 9999')).not.toContain('draft')
    expect(await ids('advanced python')).not.toContain('draft')
    engine.remove('draft')
  })

  test('a stated level gives way where nothing has it, and says so', async () => {
    const exact = await engine.search('advanced python')
    expect(exact.courses[0]?.id).toBe('python-deep')
    expect(exact.courses.map(({ id }) => id)).not.toContain('python-first')
    expect(exact.levelRelaxed).toBe(false)
    const relaxed = await engine.search('docker for beginners')
    expect(relaxed).toMatchObject({ levelRelaxed: true })
    expect(relaxed.courses[0]?.id).toBe('docker')
  })

  test.each(['mujhe python sikhna hai', 'पाइथन सीखना है', 'python in hindi'])(
    '"%s" lifts the course that is taught in Hindi',
    async (query) => {
      const score = async (input: string) =>
        (await engine.inspect(input)).candidates.find(({ course }) => course.id === 'python-hindi')?.likely ?? 0
      expect(await score(query)).toBeGreaterThan(await score('python'))
      const found = await engine.search(query)
      expect(reasonsOf(found, 'python-hindi')).toContainEqual({ kind: 'language', language: 'hi' })
      expect(reasonsOf(found, 'python-first')).not.toContainEqual({ kind: 'language', language: 'hi' })
    },
  )

  test('lists courses for beginners first when a search names a goal', async () => {
    const found = await engine.search('become a python developer')
    expect(found.courses[0]?.id).toBe('python-first')
    expect(reasonsOf(found, 'python-first')).toContainEqual({ kind: 'level', level: 'Beginner' })
    expect(reasonsOf(found, 'python-deep').map((reason) => reason.kind)).not.toContain('level')
  })

  test.each([
    ['concrete', 'civil'],
    ['valves', 'engines'],
    ['decorators', 'python-deep'],
    ['lentils', 'cooking'],
    ['wedding', 'makeup'],
    ['flexbox of my dreams', 'css'],
  ])('a word that few courses have is never refused: "%s"', async (query, id) => expect((await ids(query))[0]).toBe(id))

  test.each([
    'qzxwv jkqpw vvbnq',
    'blorptastic',
    'iphone price',
    'pizza near me',
    'weather in mumbai tomorrow',
    'best biryani near me tonight',
    'the of and',
    '!!!',
    '🍕',
    '',
  ])('"%s" finds nothing', async (query) => expect(await ids(query)).toEqual([]))

  test('filters alone list what passes them', async () => {
    expect(await ids('free courses')).toEqual(['css'])
    const cheapest = await engine.search('cheapest courses')
    expect(cheapest.courses.map(({ id }) => id).slice(0, 2)).toEqual(['css', 'python-hindi'])
  })

  test('everyday words that a course has by chance do not rank it above what the search names', async () => {
    engine.put(searchableCourse({ id: 'history', title: 'Modern History of India', lectures: ['A team of rebels'] }))
    engine.put(searchableCourse({ id: 'git', title: 'Git for Everyone', lectures: ['Commits', 'Branches'] }))
    expect((await ids('git history of changes in a team'))[0]).toBe('git')
    expect((await ids('history'))[0]).toBe('history')
    engine.remove('history')
    engine.remove('git')
  })

  test.each([
    'python',
    'web development',
    'sell handmade bags',
    'docker kubernetes guitar',
    'sew a dress for a theatre',
    'cheapest python course',
    'mujhe sasta guitar sikhna hai',
  ])('what is sure stands before the closest, each course once and with a reason: "%s"', async (query) => {
    const { courses } = await engine.search(query)
    const tiers = courses.map(({ match }) => match)
    expect(tiers).toEqual([...tiers].sort().reverse())
    expect(new Set(courses.map(({ id }) => id)).size).toBe(courses.length)
    for (const { reasons } of courses) expect(reasons.length).toBeGreaterThan(0)
  })
})

describe('what no course has a word of', () => {
  test.each([
    ['bread and pastry in my oven', 'cake'],
    ['break into computers legally', 'hacking'],
  ])('is found by its meaning: "%s"', async (query, id) => {
    const { courses = [] } = (await engines['with the sentence model']?.search(query)) ?? {}
    expect(courses[0]).toMatchObject({ id, reasons: [{ kind: 'meaning' }] })
  })
})

test('without the sentence model a search for nothing in particular finds nothing', async () => {
  expect((await engines['by words alone']?.search('courses'))?.courses).toEqual([])
})
