import { beforeAll, expect, test } from 'vitest'
import { defaultLexicon } from '../lexicon/default-lexicon.ts'
import { withOperatorLines } from '../lexicon/with-operator-lines.ts'
import { createEngine, type SearchEngine } from './create-engine.ts'
import type { SearchableCourse } from './searchable-course.ts'

const course = (id: string, title: string, changes: Partial<SearchableCourse> = {}): SearchableCourse => ({
  id,
  title,
  subTitle: '',
  description: '',
  category: 'Others',
  level: 'Beginner',
  pricePaise: 49_900,
  lectures: [],
  ...changes,
})

let engine: SearchEngine
beforeAll(async () => {
  engine = await createEngine({ lexicon: defaultLexicon, embedder: null, isEnglish: () => false })
  engine.put(course('docker', 'Docker for Developers', { pricePaise: 159_900, level: 'Intermediate' }))
  engine.put(course('react', 'Modern React', { category: 'Web Development', level: 'Advanced' }))
  engine.put(course('css', 'CSS Layout', { category: 'Web Development', pricePaise: 0 }))
  engine.put(course('draft-price', 'React Patterns', { category: 'Web Development', pricePaise: null, level: null }))
})
const ids = async (input: string): Promise<string[]> => (await engine.search(input)).courses.map(({ id }) => id)

test('a course without a price fits no price, and one without a level no stated level', async () => {
  expect(await ids('react')).toContain('draft-price')
  expect(await ids('react under 2000')).toEqual(['react'])
  expect(await ids('react under 9999')).toEqual(['react'])
  expect(await ids('advanced react')).toEqual(['react'])
})

test('words of shops and news do not hide a course that is called so, nor a high limit one that is found', async () => {
  engine.put(course('stock', 'Stock Price Prediction'))
  expect(await ids('stock price prediction')).toContain('stock')
  expect(await ids('gold price today')).toEqual([])
  expect(await ids('iphone under 50000')).toEqual([])
  engine.remove('stock')
})

test('subjects in place of the search keep its prices; what was found by words is told, whatever the filters left', async () => {
  const given = await engine.search('something my grandmother would like under 1000', 'docker, css layout')
  expect(given.courses.map(({ id }) => id)).toContain('css')
  expect(given.courses.map(({ id }) => id)).not.toContain('docker')
  expect(given.understood.filters.maxPrice).toBe(1000)
  expect(await engine.search('docker under 10')).toMatchObject({ courses: [], foundByWords: true })
  expect(await engine.search('free courses')).toMatchObject({ foundByWords: true })
  expect(await engine.search('violin')).toMatchObject({ courses: [], foundByWords: false })
})

test('an operator’s new lines have no sentence embedded twice', async () => {
  const asked: string[] = []
  const embedder = {
    model: 'counted',
    dimensions: 4,
    async embed(texts: readonly string[]) {
      asked.push(...texts)
      return texts.map(() => new Float32Array(4))
    },
  }
  const counted = await createEngine({ lexicon: defaultLexicon, embedder, isEnglish: () => false })
  expect(asked.length).toBeGreaterThan(100)
  asked.length = 0
  await counted.setLexicon(withOperatorLines(defaultLexicon, 'Docker = whalebox'))
  expect(asked).toEqual([])
})

test('filters alone list what passes them', async () => {
  expect(await ids('free courses')).toEqual(['css'])
  expect(await ids('courses')).toEqual([])
})

test('changes and removals hold at once', async () => {
  engine.put(course('new', 'Sourdough Bread'))
  expect(await ids('sourdough')).toEqual(['new'])
  engine.put(course('new', 'Rye Bread'))
  expect(await ids('sourdough')).toEqual([])
  expect(await ids('rye bread')).toEqual(['new'])
  engine.remove('new')
  expect(engine.has('new')).toBe(false)
  expect(await ids('rye bread')).toEqual([])
})

test('an operator teaches new words; lines of no form are passed over', async () => {
  expect(await ids('whalebox')).toEqual([])
  await engine.setLexicon(
    withOperatorLines(defaultLexicon, '# ours\nDocker = whalebox\nnonsense\n= =\nturquoise > css'),
  )
  expect(await ids('whalebox')).toEqual(['docker'])
  expect(await ids('turquoise')).toEqual(['css'])
  await engine.setLexicon(defaultLexicon)
  expect(await ids('whalebox')).toEqual([])
})

test('similar courses without vectors go by words, and never name the course itself', async () => {
  const alike = await engine.similar('react', 4)
  expect(alike[0]).toBe('draft-price')
  expect(alike).not.toContain('react')
  expect(await engine.similar('unknown', 4)).toEqual([])
})

test('an everyday word that a course has by chance does not bring it up before what was asked for', async () => {
  engine.put(course('history', 'Modern History of India', { lectures: ['A team of rebels', 'Changes that stay'] }))
  engine.put(course('git', 'Git for Everyone', { lectures: ['Commits', 'Branches'] }))
  expect((await ids('git history of changes in a team'))[0]).toBe('git')
  expect((await ids('history'))[0]).toBe('history')
  engine.remove('history')
  engine.remove('git')
})

test('who names a thing that no course has gets none of its neighbours', async () => {
  engine.put(course('guitar', 'Acoustic Guitar', { lectures: ['Chords', 'A first song to play'] }))
  expect(await ids('musical instrument')).toEqual(['guitar'])
  expect(await ids('learn to play the violin')).toEqual([])
  engine.put(course('violin', 'Violin for Late Starters'))
  expect(await ids('learn to play the violin')).toContain('violin')
  engine.remove('guitar')
  engine.remove('violin')
})

test('things that are bought are no courses, nor is a limit far above every price', async () => {
  engine.put(course('ios', 'Build iPhone Apps', { category: 'App Development' }))
  expect(await ids('iphone apps')).toEqual(['ios'])
  expect(await ids('iphone price')).toEqual([])
  expect(await ids('iphone under 50000')).toEqual([])
  engine.remove('ios')
})

test('a search of words that nobody knows has no vectors made', async () => {
  const asked: string[] = []
  const embedder = {
    model: 'counted',
    dimensions: 4,
    async embed(texts: readonly string[]) {
      asked.push(...texts)
      return texts.map(() => new Float32Array(4))
    },
  }
  const counted = await createEngine({ lexicon: defaultLexicon, embedder, isEnglish: (word) => word === 'garden' })
  counted.put(course('docker', 'Docker for Developers'))
  asked.length = 0
  expect((await counted.search('qzxwv jkqpw vvbnq xkcdq')).courses).toEqual([])
  expect(asked).toEqual([])
  await counted.search('qzxwv docker')
  expect(asked).not.toEqual([])
})
