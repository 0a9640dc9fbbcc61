import { expect, test } from 'vitest'
import { createTestEngine, searchableCourse } from '#test/support/services/search-engine.ts'

const engine = await createTestEngine()
for (const [id, language] of Object.entries({ tamil: 'ta', english: 'en', hindi: 'hi', marathi: 'mr' } as const))
  engine.put(searchableCourse({ id, title: 'Kotlin from the Start', language }))

const first = async (text: string, language?: string): Promise<string | undefined> =>
  (await engine.search(text, { language })).courses[0]?.id

test.each([
  ['kotlin', 'english'],
  ['learn kotlin', 'english'],
  ['kotlin in tamil', 'tamil'],
  ['தமிழ் kotlin', 'tamil'],
  ['கோட்லின் கற்க வேண்டும்', 'tamil'],
  ['kotlin marathi', 'marathi'],
  ['தமிழில் kotlin', 'tamil'],
  ['tamilil kotlin', 'tamil'],
  ['kotlin हिंदी में', 'hindi'],
  ['kotlin in hindi', 'hindi'],
  ['kotlin सीखना है', 'hindi'],
  ['mujhe kotlin sikhna hai', 'hindi'],
])('"%s" finds the course in the language that it asks for: %s', async (text, id) => expect(await first(text)).toBe(id))

test('a language in which nothing should be taught is left out, and a place is no language', async () => {
  const { courses } = await engine.search('kotlin not in tamil')
  expect(courses.map(({ id }) => id)).not.toContain('tamil')
  expect(courses).not.toEqual([])
  for (const text of ['tamilnadu kotlin', 'gujarat kotlin', 'maratha kotlin', 'fluent in marathi kotlin'])
    expect([text, engine.read(text).taughtIn]).toEqual([text, []])
})

test.each(['courses in marathi', 'marathi', 'मराठी'])('"%s" finds what is taught in it', async (text) =>
  expect(await first(text)).toBe('marathi'),
)

test('a course that is taught in the language says so', async () => {
  const { courses } = await engine.search('kotlin in tamil')
  const reasons = { kind: 'language', language: 'ta' }
  expect(courses.filter((one) => one.reasons.some((reason) => reason.kind === 'language'))).toHaveLength(1)
  expect(courses[0]?.reasons).toContainEqual(reasons)
})

test("a course in the reader's language loses nothing", async () => {
  const { courses } = await engine.search('kotlin', { language: 'ta' })
  const { courses: others } = await engine.search('kotlin')
  const placeOf = (found: typeof courses): number => found.findIndex(({ id }) => id === 'tamil')
  expect(placeOf(courses)).toBeLessThan(placeOf(others))
})
