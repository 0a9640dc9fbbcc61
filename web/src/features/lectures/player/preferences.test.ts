import { expect, it } from 'vitest'
import { parseCourses, parsePreferences, withChoice } from './preferences.ts'

const usual = parsePreferences(undefined)

it('starts at normal speed, with sound, without captions', () => {
  expect(usual).toMatchObject({ speed: 1, volume: 1, muted: false, captions: false, autoNext: true, letterKeys: true })
  expect(usual).toMatchObject({ quality: 'auto', dataSaver: false, captionSize: 'medium', captionLook: 'box' })
})

it('ignores invalid values', () => {
  expect(parsePreferences({ speed: 1.5, volume: 0.3, captions: true, captionLanguage: 'hi', autoNext: false })).toEqual(
    {
      ...usual,
      speed: 1.5,
      volume: 0.3,
      captions: true,
      captionLanguage: 'hi',
      autoNext: false,
    },
  )
  for (const nonsense of [
    null,
    5,
    'x',
    [],
    { speed: 99, volume: -1, muted: 'yes', captionLanguage: 7, quality: '720', captionSize: 9 },
  ])
    expect(parsePreferences(nonsense)).toEqual(usual)
})

it('remembers quality and the look of captions', () => {
  const chosen = { quality: 720, dataSaver: true, captionSize: 'huge', captionLook: 'yellow' }
  expect(parsePreferences(chosen)).toEqual({ ...usual, ...chosen })
})

it('remembers for each course what was chosen in it, and nothing else', () => {
  const one = withChoice(new Map(), 'sql', { speed: 1.5, autoNext: false })
  const two = withChoice(withChoice(one, 'ai', { captions: true, captionLanguage: 'hi' }), 'sql', { volume: 0.2 })
  expect(Object.fromEntries(two)).toEqual({
    ai: { captions: true, captionLanguage: 'hi' },
    sql: { speed: 1.5, volume: 0.2 },
  })
  expect(parseCourses(JSON.parse(JSON.stringify([...two])))).toEqual(two)
})

it('remembers fifty courses, those that were changed last', () => {
  let courses: ReturnType<typeof parseCourses> = new Map()
  for (let at = 0; at < 60; at++) courses = withChoice(courses, `c${at}`, { speed: 2 })
  courses = withChoice(courses, 'c10', { speed: 1 })
  courses = withChoice(courses, 'new', { speed: 1 })
  expect(courses.size).toBe(50)
  expect([courses.has('c10'), courses.has('c11'), courses.has('c12')]).toEqual([true, false, true])
  expect(parseCourses(Array.from({ length: 500 }, (_, at) => [`c${at}`, {}])).size).toBe(50)
})

it('reads no nonsense of courses', () => {
  for (const nonsense of [null, 7, 'x', {}, ['x'], [[1, {}]]]) expect(parseCourses(nonsense).size).toBe(0)
  const stored = [
    ['sql', { speed: 99, volume: 'loud', muted: true, autoNext: false, other: 1 }],
    ['ai', null],
  ]
  expect(Object.fromEntries(parseCourses(stored))).toEqual({ sql: { speed: 1, volume: 1, muted: true }, ai: {} })
})
