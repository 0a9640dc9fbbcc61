import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { isWhole } from '#test/support/in-all.ts'
import { makeSpokenCourse } from '#test/support/passages.ts'
import { findLinks, mostSearched } from './finding/passage-queries.ts'
import { oneLine } from './packing/clean-text.ts'
import { inParts } from './packing/in-parts.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ config: { AI_EMBEDDINGS: 'off' } })
})
afterAll(() => app.close())

test('a file of nothing but marks of changing classes is cleaned', () => {
  // sorted, they would take minutes of the process that also answers requests
  expect(oneLine(`a${'\u0301\u0323\u0345\u05b0'.repeat(100_000)}`).length).toBeLessThanOrEqual(5)
  expect(oneLine('प्रार्थना में शांति')).toBe('प्रार्थना में शांति')
})

test.skipIf(!isWhole)(
  'one search reads a fixed number of bytes, of every lecture first, however many files an educator adds',
  async () => {
    const educator = await app.makeUser('educator')
    const spoken = [
      await makeSpokenCourse(app, educator, ['The heron fishes.']),
      await makeSpokenCourse(app, educator, ['The otter swims.']),
    ]
    const [first] = spoken
    const size = 3_000_000
    await sql`
    insert into passage_sets (id, kind, language, passages, words, topics, made_at)
    select 'big ' || number, 'attachment', 'en', '[]', decode(repeat('00', ${size}::int), 'hex'), '{}', now() from generate_series(1, 30) as number`.execute(
      app.deps.db,
    )
    await sql`
    insert into lecture_passages (lecture_id, kind, track, set_id)
    select ${first?.lectureId}, 'attachment', number, 'big ' || number from generate_series(1, 30) as number`.execute(
      app.deps.db,
    )
    const links = await findLinks(
      app.deps.db,
      spoken.map(({ lectureId }) => lectureId),
    )
    const captions = links.filter(({ kind }) => kind === 'captions')
    expect(captions.map(({ lectureId }) => lectureId).sort()).toEqual(spoken.map(({ lectureId }) => lectureId).sort())
    const big = links.length - captions.length
    expect(big).toBeGreaterThan(0)
    expect(big * size).toBeLessThanOrEqual(mostSearched.bytes)
  },
)

test('a long file is read in parts, between which others are answered', async () => {
  let [read, sinceAnswer, most] = [0, 0, 0]
  const request = setInterval(() => {
    sinceAnswer = 0
  })
  const texts = Array.from({ length: 200 }, (_, at) => `${at}`)
  const numbers = await inParts(texts, (text) => {
    read++
    most = Math.max(most, ++sinceAnswer)
    const end = performance.now() + 1
    while (performance.now() < end);
    return Number(text)
  })
  clearInterval(request)
  expect(numbers).toEqual(texts.map(Number))
  expect(read).toBe(200)
  expect(most).toBeLessThan(50)
})
