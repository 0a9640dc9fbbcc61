import { expect, test } from 'vitest'
import { createTestEngine, searchableCourse } from '#test/support/services/search-engine.ts'

const engine = await createTestEngine()
for (const course of [
  searchableCourse({ id: 'tamil', title: 'Kotlin in Tamil', language: 'ta' }),
  searchableCourse({ id: 'english', title: 'Kotlin from the Start' }),
  searchableCourse({ id: 'hindi', title: 'Kotlin Hindi', language: 'hi' }),
])
  engine.put(course)

const first = async (text: string, language?: string): Promise<string | undefined> =>
  (await engine.search(text, { language })).courses[0]?.id

test.each([
  ['kotlin', 'english'],
  ['learn kotlin', 'english'],
  ['kotlin in tamil', 'tamil'],
  ['தமிழ் kotlin', 'tamil'],
  ['kotlin in hindi', 'hindi'],
  ['kotlin सीखना है', 'hindi'],
])('"%s" finds the course in the language that it asks for: %s', async (text, id) => expect(await first(text)).toBe(id))

test("a course in the reader's language loses nothing", async () => {
  const { courses } = await engine.search('kotlin', { language: 'ta' })
  const { courses: others } = await engine.search('kotlin')
  const placeOf = (found: typeof courses): number => found.findIndex(({ id }) => id === 'tamil')
  expect(placeOf(courses)).toBeLessThan(placeOf(others))
})
