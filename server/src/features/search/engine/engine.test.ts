import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Embedder } from '#ports/embedder.ts'
import { createTestEngine, foundIds, searchableCourse } from '#test/support/services/search-engine.ts'
import { createEngine, findings, type SearchEngine } from './create-engine.ts'
import { chosen } from './parameters.ts'
import { loadLexicon, withOperatorLines } from './words/lexicon.ts'

const lexicon = loadLexicon()
let engine: SearchEngine
beforeAll(async () => {
  engine = await createTestEngine()
})
const ids = (input: string): Promise<string[]> => foundIds(engine, input)

/** Records the texts; its vectors are meaningless. */
function countingEmbedder(): { asked: string[]; embedder: Embedder } {
  const asked: string[] = []
  return {
    asked,
    embedder: {
      model: 'counted',
      dimensions: 4,
      async embed(texts) {
        asked.push(...texts)
        return texts.map(() => new Float32Array(4))
      },
    },
  }
}

describe('the courses of the search', () => {
  test('change and are deleted at once', async () => {
    engine.put(searchableCourse({ id: 'new', title: 'Sourdough Bread' }))
    expect(engine.has('new')).toBe(true)
    expect(await ids('sourdough')).toEqual(['new'])
    engine.put(searchableCourse({ id: 'new', title: 'Rye Bread' }))
    expect(await ids('sourdough')).toEqual([])
    expect(await ids('rye bread')).toEqual(['new'])
    engine.remove('new')
    engine.remove('new')
    expect(engine.has('new')).toBe(false)
    expect(await ids('rye bread')).toEqual([])
  })

  test('reuse the slots of removed courses, without their words', async () => {
    for (let round = 0; round < 5; round++) {
      engine.put(searchableCourse({ id: `a${round}`, title: 'Bonsai Gardens' }))
      engine.put(searchableCourse({ id: `b${round}`, title: 'Origami Swans' }))
      engine.remove(`a${round}`)
      engine.put(searchableCourse({ id: `c${round}`, title: 'Beekeeping' }))
      expect(await ids('bonsai')).toEqual([])
      expect(await ids('origami')).toEqual([`b${round}`])
      expect(await ids('beekeeping')).toEqual([`c${round}`])
      for (const id of ['b', 'c']) engine.remove(`${id}${round}`)
    }
  })

  test('are corrections only while courses have them', async () => {
    engine.put(searchableCourse({ id: 'new', title: 'Qanungo Records' }))
    expect((await engine.search('qanugno')).understood.readAs).toBe('qanungo')
    engine.remove('new')
    expect((await engine.search('qanugno')).understood.readAs).toBeNull()
  })
})

describe('lines of an operator', () => {
  test('hold until others are set', async () => {
    expect(await ids('whalebox')).toEqual([])
    await engine.setLexicon(withOperatorLines(lexicon, '# ours\nDocker = whalebox\nnonsense\n= =\nturquoise > css'))
    expect((await engine.search('whalebox')).courses[0]).toMatchObject({ id: 'docker', match: 'sure' })
    expect((await ids('turquoise'))[0]).toBe('css')
    await engine.setLexicon(lexicon)
    expect(await ids('whalebox')).toEqual([])
  })

  test('have no sentence embedded twice', async () => {
    const { asked, embedder } = countingEmbedder()
    const counted = await createEngine({ lexicon, embedder, isEnglish: () => false })
    expect(asked.length).toBeGreaterThan(100)
    asked.length = 0
    await counted.setLexicon(withOperatorLines(lexicon, 'Docker = whalebox'))
    expect(asked).toEqual([])
  })
})

test('makes no vectors for a search of unknown words', async () => {
  const { asked, embedder } = countingEmbedder()
  const counted = await createEngine({ lexicon, embedder, isEnglish: (word) => word === 'garden' })
  counted.put(searchableCourse({ id: 'docker', title: 'Docker for Developers' }))
  asked.length = 0
  expect((await counted.search('qzxwv jkqpw vvbnq xkcdq')).courses).toEqual([])
  expect(asked).toEqual([])
  await counted.search('qzxwv docker')
  expect(asked).not.toEqual([])
})

describe('similar courses', () => {
  test('without vectors go by words, and never name the course itself', async () => {
    const alike = await engine.similar('python-first', 2)
    expect(alike).toHaveLength(2)
    for (const id of alike) expect(['python-deep', 'python-hindi', 'stocks', 'modelling']).toContain(id)
    expect(await engine.similar('unknown', 4)).toEqual([])
  })

  test('with vectors, returns courses of similar meaning, the most similar first', async () => {
    const at = (angle: number): Float32Array => Float32Array.from([Math.cos(angle), Math.sin(angle), 0, 0])
    const { embedder } = countingEmbedder()
    const own = await createEngine({ lexicon, embedder, isEnglish: () => false })
    const angles = { one: 0, near: 0.1, nearer: 0.05, far: 1.5, opposite: 3 }
    for (const [id, angle] of Object.entries(angles))
      own.put(searchableCourse({ id, title: id }), [at(angle), at(angle), at(angle)])
    expect(await own.similar('one', 4)).toEqual(['nearer', 'near'])
    expect(await own.similar('one', 1)).toEqual(['nearer'])
    own.remove('nearer')
    expect(await own.similar('one', 4)).toEqual(['near'])
  })
})

describe('how many courses', () => {
  let many: SearchEngine
  beforeAll(async () => {
    many = await createTestEngine()
    for (let at = 0; at < 40; at++)
      many.put(searchableCourse({ id: `knots-${at}`, title: `Macramé Knots ${'I'.repeat(at + 1)}`, price: 100 + at }))
  })

  test('are shown by default, and where a number is named', async () => {
    const sure = await many.search('macramé knots')
    expect(sure.courses).toHaveLength(chosen.mostSure)
    expect((await many.search('macramé knots', { most: 30 })).courses).toHaveLength(30)
    expect((await many.search('macramé knots', { most: 1 })).courses).toEqual(sure.courses.slice(0, 1))
  })

  test('also under a price that only the last candidates fit', async () => {
    const { courses } = await many.search('macramé knots above 137')
    expect(courses.map(({ id }) => id).sort()).toEqual(['knots-37', 'knots-38', 'knots-39'])
  })

  test('of a whole category twice as many', async () => {
    for (let at = 0; at < 40; at++)
      many.put(searchableCourse({ id: `web-${at}`, title: `Page ${at}`, category: 'Web Development' }))
    const { courses } = await many.search('web development')
    for (let at = 0; at < 40; at++) many.remove(`web-${at}`)
    expect(courses).toHaveLength(2 * chosen.mostSure)
  })

  test('at most five of those that are only close', async () => {
    for (const query of ['decorators', 'concrete', 'docker under 1000', 'songs about valves']) {
      const { courses } = await many.search(query)
      const closest = courses.filter(({ match }) => match === 'closest')
      expect(closest.length).toBeLessThanOrEqual(chosen.mostClosest)
    }
  })
})

describe('the language that the reader has chosen', () => {
  let shop: SearchEngine
  beforeAll(async () => {
    shop = await createTestEngine()
    shop.put(searchableCourse({ id: 'english', title: 'Macramé Knots', subTitle: 'One by one' }))
    shop.put(searchableCourse({ id: 'hindi', title: 'Macramé Knots', subTitle: 'One by one', language: 'hi' }))
  })
  /** Adds a course for the present test. */
  const put = (course: Parameters<typeof searchableCourse>[0]): void => {
    shop.put(searchableCourse(course))
    onTestFinished(() => shop.remove(course.id))
  }
  const found = async (input: string, language?: string): Promise<string[]> =>
    (await shop.search(input, { language })).courses.map(({ id }) => id)

  test('decides between two courses that are alike', async () => {
    expect(await found('macramé knots')).toEqual(['english', 'hindi'])
    expect(await found('macramé knots', 'hi')).toEqual(['hindi', 'english'])
    expect(await found('macramé knots', 'en')).toEqual(['english', 'hindi'])
    expect(await found('macramé knots', 'ta')).toEqual(['english', 'hindi'])
  })

  test('never puts a course above one that fits clearly better', async () => {
    put({ id: 'owls', title: 'Macramé Owls' })
    put({ id: 'birds', title: 'Macramé', subTitle: 'Birds and knots', language: 'hi' })
    expect((await found('macramé owls', 'hi'))[0]).toBe('owls')
  })

  test('keeps those that are sure before those that are only close, and the price before itself', async () => {
    put({ id: 'cheap', title: 'Macramé Knots', price: 99 })
    expect((await found('cheapest macramé knots', 'hi')).slice(0, 2)).toEqual(['cheap', 'hindi'])
    const { courses } = await shop.search('macramé knots', { language: 'hi' })
    const sure = courses.filter(({ match }) => match === 'sure')
    expect(courses.slice(0, sure.length)).toEqual(sure)
  })

  test('gives way to the language that the search asks for', async () => {
    expect(await found('macramé knots hindi mein', 'en')).toEqual(await found('macramé knots hindi mein'))
  })

  test('comes first in a list of all', async () => {
    // the title of one says that it is in Hindi
    expect((await found('courses under 600', 'hi')).slice(0, 2)).toEqual(['python-hindi', 'hindi'])
  })
})

describe('subjects in place of the search', () => {
  test('keep its prices', async () => {
    const given = await engine.search('something my grandmother would like under 1000', {
      subjects: 'docker, css layout',
    })
    expect(given.courses.map(({ id }) => id)).toContain('css')
    expect(given.courses.map(({ id }) => id)).not.toContain('docker')
    expect(given.understood.filters.maxPrice).toBe(1000)
  })

  test('reports that words were found, whatever the filters leave', async () => {
    expect(await engine.search('docker under 10')).toMatchObject({ courses: [], foundByWords: true })
    expect(await engine.search('free courses')).toMatchObject({ foundByWords: true })
    expect(await engine.search('harpsichord')).toMatchObject({ courses: [], foundByWords: false })
  })
})

test('what leaves the search are ids, tiers, reasons, filters and how it was read', async () => {
  expect(findings(await engine.search('cheapest kubernets under 2000'))).toEqual({
    courses: expect.arrayContaining([
      { id: 'kubernetes', match: 'sure', reasons: [{ kind: 'words', phrase: 'kubernetes' }, { kind: 'cheapest' }] },
    ]),
    filters: {
      free: false,
      minPrice: null,
      maxPrice: 2000,
      minMinutes: null,
      maxMinutes: null,
      level: null,
      category: null,
      languages: [],
      cheapestFirst: true,
    },
    levelRelaxed: false,
    foundByWords: true,
    readAs: 'cheapest kubernetes',
    choices: null,
  })
  expect(findings(await engine.search('web development')).filters.category).toBe('Web Development')
})
