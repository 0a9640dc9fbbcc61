import { describe, expect, test } from 'vitest'
import { decidePart, searchedText, similarWords } from './rules.ts'

describe('who takes part in the questions of a course', () => {
  const course = { creatorId: 'meera', published: true, removed: false, enrolled: false }
  const student = { id: 'asha', role: 'student' as const }
  const admin = { id: 'root', role: 'admin' as const }
  test.each([
    ['its educator', course, { id: 'meera', role: 'educator' as const }, { part: 'educator' }],
    ['a student', { ...course, enrolled: true }, student, { part: 'student' }],
    ['a student of a draft', { ...course, published: false, enrolled: true }, student, { part: 'student' }],
    ['a student of a removed course', { ...course, removed: true, enrolled: true }, student, { part: 'student' }],
    ['an admin', course, admin, { part: 'admin' }],
    ['someone who is not enrolled', course, student, { problem: 'only_enrolled_questions' }],
    ['someone else of a draft', { ...course, published: false }, student, { problem: 'not_found' }],
    [
      'the educator of a removed course',
      { ...course, removed: true },
      { id: 'meera', role: 'educator' as const },
      { problem: 'not_found' },
    ],
    ['an admin of a removed course', { ...course, removed: true }, admin, { problem: 'not_found' }],
  ])('%s', (_who, facts, viewer, decided) => {
    expect(decidePart(facts, viewer)).toEqual(decided)
  })
})

describe('the words by which similar questions are found', () => {
  test.each([
    ['Why does the warp break?', ['why', 'does', 'the', 'warp', 'break']],
    ['breaks BREAKING break', ['break']],
    ['is it C# or C++, v2?', ['c#', 'c++', 'v2']],
    ['करघा क्यों टूटता है', ['करघा', 'क्यो\u0902', 'टूटता', 'है']],
    ['?!… --', []],
    ['', []],
  ])('of %j', (text, words) => {
    expect(similarWords(text)).toEqual(words)
  })
  test('are few, however long the text', () => {
    const text = Array.from({ length: 500 }, (_, at) => `word${at}`).join(' ')
    expect(similarWords(text)).toHaveLength(12)
    expect(searchedText(text, text)).toHaveLength(2000)
  })
})
