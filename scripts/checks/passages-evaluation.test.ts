import { describe, expect, test } from 'vitest'
import { packPlainly } from '../../bench/passages/baselines.ts'
import { isRight, playsSoon } from '../../bench/passages/judge.ts'
import { loadPassageSet, type Question } from '../../bench/passages/load-data.ts'

const { courses, questions } = loadPassageSet()
const lectures = courses.flatMap((course) => course.lectures)
const good = questions.filter(({ lectureId }) => lectureId !== null)
const bad = questions.filter(({ lectureId }) => lectureId === null)

describe('the evaluation set of passages', () => {
  test('has lectures of many subjects, spoken and written, in two languages', () => {
    expect(courses.length).toBeGreaterThanOrEqual(14)
    expect(lectures.length).toBeGreaterThanOrEqual(40)
    expect(lectures.filter(({ text }) => text !== null).length).toBeGreaterThanOrEqual(2)
    expect(lectures.filter(({ tracks }) => tracks.length === 2).length).toBeGreaterThanOrEqual(3)
    expect(lectures.filter(({ tracks }) => tracks[0]?.language === 'hi').length).toBeGreaterThanOrEqual(6)
  })

  test('asks in three languages, both ways, and what no lecture answers, in each part', () => {
    expect(good.length).toBeGreaterThanOrEqual(150)
    expect(bad.length).toBeGreaterThanOrEqual(50)
    for (const part of ['fit', 'kept']) {
      const own = good.filter((one) => one.part === part)
      for (const language of ['en', 'hi-Latn', 'hi'])
        for (const way of ['words', 'sense'])
          expect(own.filter((one) => one.language === language && one.way === way).length).toBeGreaterThanOrEqual(6)
      expect(bad.filter((one) => one.part === part && one.way === 'near').length).toBeGreaterThanOrEqual(20)
    }
  })

  test('has passages of people who speak at their pace, one cue after the other', () => {
    for (const { id, tracks, seconds = 0 } of lectures)
      for (const { cues, language } of tracks) {
        const words = cues.flatMap(({ text }) => text.split(' ')).length
        expect(
          cues.every(({ start, end }, at) => start < end && start >= (cues[at - 1]?.end ?? 0)),
          id,
        ).toBe(true)
        expect(cues.at(-1)?.end, id).toBeLessThanOrEqual(seconds)
        // a translation is read, and may be shorter
        if (language === tracks[0]?.language) expect(words / seconds, id).toBeGreaterThan(1.8)
        expect(words / seconds, id).toBeLessThan(3)
      }
  })

  test('has for each answer a plain passage that is right', () => {
    const passages = packPlainly(courses)
    const without = good.filter((question) => !passages.some((passage) => isRight(passage, question)))
    expect(without.map(({ id }) => id)).toEqual([])
  })
})

describe('a passage', () => {
  const question: Question = {
    id: 'one',
    text: '',
    language: 'en',
    way: 'words',
    scope: 'course',
    part: 'fit',
    courseId: 'c',
    lectureId: 'l',
    spans: [{ start: 60, end: 80 }],
  }
  const passage = (start: number, end: number, lectureId = 'l') => ({ lectureId, start, end, text: '' })

  test('is right with a part of the answer, or a start within ten seconds of its start', () => {
    expect(isRight(passage(30, 61), question)).toBe(true)
    expect(isRight(passage(52, 55), question)).toBe(true)
    expect(isRight(passage(20, 49), question)).toBe(false)
    expect(isRight(passage(60, 80, 'other'), question)).toBe(false)
  })

  test('plays soon when its start is at most ten seconds before the answer', () => {
    expect(playsSoon(passage(30, 90), question)).toBe(false)
    expect(playsSoon(passage(51, 90), question)).toBe(true)
    expect(playsSoon(passage(81, 90), question)).toBe(false)
  })

  test('of a text is right when it has the first words of the answer', () => {
    const written = { ...question, spans: [{ quote: 'spaces do not' }] }
    expect(isRight({ ...passage(0, 1), start: null, text: 'The **spaces** do\nnot match' }, written)).toBe(true)
    expect(isRight({ ...passage(0, 1), start: null, text: 'The spaces match' }, written)).toBe(false)
  })
})
