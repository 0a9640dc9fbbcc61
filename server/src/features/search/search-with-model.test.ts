import { api, type SearchResult } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits } from '#core/limits/rate-limits.ts'
import { createModelApp } from '#test/support/create-model-app.ts'
import type { TestApp } from '#test/support/create-test-app.ts'
import { makeCourse } from '#test/support/make-course.ts'
import type { ModelServer } from '#test/support/services/model-server.ts'
import { subjectsIn } from './read-with-model.ts'

let app: TestApp
let models: ModelServer
beforeAll(async () => {
  ;({ app, models } = await createModelApp({ AI_DAILY_ANSWERS: 30 }))
  const educator = await app.makeUser('educator', 'Asha Rao')
  await makeCourse(educator, { title: 'Stay Safe Online', price: 299 })
  await makeCourse(educator, { title: 'Online Safety for Companies', price: 2999 })
})
afterAll(() => app.close())
beforeEach(() => {
  models.requests.length = 0
  Object.assign(app.deps.limits, createLimits(memoryStore()))
})

const story = 'grandmother nearly gave her numerals to a charming stranger'
const otherStory = 'my neighbour lost her numerals to a charming stranger'
/** One that no one has asked before. */
const strange = (place: number): string => `${story}, number ${place}000`
const find = (input: string): Promise<SearchResult[]> => app.visitor(api.ai.search, { body: { input } })
const titles = async (input: string): Promise<string[]> => (await find(input)).map(({ title }) => title)

test('has the model read a search when no course has its words, and the answer says how it was read', async () => {
  models.replies = [{ say: ['cyber ', 'safety'] }]
  const found = await find(story)
  expect(found.map(({ title }) => title)).toContain('Stay Safe Online')
  expect(found[0]).toMatchObject({ readAs: 'cyber safety' })
  const [request] = models.requests
  expect(request?.body).toContain(story)
  expect(request?.body).not.toContain('"tools"')
})

test('a stated price applies to the subjects that the model names', async () => {
  models.replies = [{ say: ['cyber safety'] }]
  expect(await titles(`${story} under 500`)).toEqual(['Stay Safe Online'])
  expect(models.requests).toHaveLength(1)
})

test('does not call the model for a search whose words courses have', async () => {
  expect(await titles('safe online')).toContain('Stay Safe Online')
  expect(models.requests).toEqual([])
})

test('does not call the model when only the prices left nothing, or for a search without a subject', async () => {
  expect(await titles('online safety under 10')).toEqual([])
  expect(await titles('courses')).toEqual([])
  expect(models.requests).toEqual([])
})

test('reuses a reading without calling the model again', async () => {
  models.replies = [{ say: ['cyber safety'] }]
  for (const again of ['', ' ', '']) expect(await titles(`${otherStory}${again}`)).toContain('Stay Safe Online')
  expect(await titles(otherStory.toUpperCase())).toContain('Stay Safe Online')
  expect(models.requests).toHaveLength(1)
})

test('nothing is found when the model finds no subject in it, or fails', async () => {
  for (const [place, reply] of [
    { say: ['NONE'] },
    { say: ['none.'] },
    { status: 500 },
    { say: ['cyber'], end: 'drop' as const },
  ].entries()) {
    models.replies = [reply]
    expect(await find(strange(place))).toEqual([])
    expect(models.requests).toHaveLength(1)
  }
})

test('one client cannot use up the answers of all: its further searches go without the model', async () => {
  models.replies = [{ say: ['cyber safety'] }]
  for (let place = 20; place < 30; place++) expect(await titles(strange(place))).toContain('Stay Safe Online')
  expect(await find(strange(30))).toEqual([])
  expect(models.requests).toHaveLength(10)
})

test('after the answers of a day the model is asked no more', async () => {
  models.replies = [{ say: ['cyber safety'] }]
  let asked = 0
  for (let place = 40; asked === place - 40; place++) {
    Object.assign(app.deps.limits, createLimits(memoryStore()))
    await find(strange(place))
    asked = models.requests.length
  }
  expect(asked).toBeLessThan(30)
  expect(await find(strange(99))).toEqual([])
  expect(models.requests).toHaveLength(asked)
})

test.each([
  ['cyber safety, passwords', 'cyber safety, passwords'],
  ['\n  Excel \n and more', 'Excel'],
  ['[Buy now](https://evil.example) <b>x</b>', 'Buy now https //evil.example b x /b'],
  ['c++, c#, node.js', 'c++, c#, node.js'],
  ['x'.repeat(500), 'x'.repeat(100)],
  ['None of these', null],
  [' \n\u0000 ', null],
])('of an answer %j one line of names is left', (answer, names) => expect(subjectsIn(answer)).toBe(names))
