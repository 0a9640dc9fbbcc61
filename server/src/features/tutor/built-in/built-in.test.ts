import { expect, test } from 'vitest'
import { english, speak } from '#core/languages/language.ts'
import type { Material } from '../gather-material.ts'
import { wholeQuestion } from '../gather-material.ts'
import type { Passage } from '../passage.ts'
import { answerBuiltIn } from './answer-built-in.ts'
import { gapQuestions } from './gap-questions.ts'

const passage = (id: string, start: number, text: string, language = 'en'): Passage => ({
  id,
  courseId: 'c',
  courseTitle: 'SQL',
  lectureId: 'l',
  lectureTitle: 'Joins',
  lectureNumber: 2,
  kind: 'captions',
  language,
  start,
  end: start + 40,
  at: start,
  text,
  score: 1,
})
const passages = [
  passage('p1', 0, 'Welcome back. A join is a query that combines rows of two tables. We use it every day.'),
  passage(
    'p2',
    40,
    'First, write the name of the left table. Then write JOIN and the right table. Never leave out the condition after ON.',
  ),
  passage(
    'p3',
    80,
    'For example, the orders table names a customer. The condition compares the customer of both tables.',
  ),
]
const material = (part: Partial<Material>): Material => ({
  task: 'ask',
  question: 'How do I join two tables?',
  passages,
  isAnswered: true,
  seconds: null,
  ...part,
})
const textOf = (part: Partial<Material>, say = english): string =>
  [...answerBuiltIn(material(part), say)]
    .map(({ before, text, passages: cited }) => `${before}${text}${cited.map(({ id }) => `[${id}]`).join('')}`)
    .join('')

test('quotes sentences, says what each is, and that it is no language model', () => {
  const text = textOf({})
  expect(text).toContain('not a language model')
  expect(text).toContain('- **Definition:** “A join is a query that combines rows of two tables.”[p1]')
  expect(text).toContain('- **Step:** “Then write JOIN and the right table.”[p2]')
  expect(text).not.toContain('Welcome back')
  expect(text.indexOf('Definition')).toBeLessThan(text.indexOf('Step'))
})

test('explains a moment by what is said there, and by what the lecture says its words mean', () => {
  const text = textOf({
    task: 'explain',
    passages: [passages[2], passages[0], passages[1]].filter((one) => one !== undefined),
  })
  expect(text).toContain('- **Example:** “For example, the orders table names a customer.”[p3]')
})

test('sums up a lecture in the order of its time', () => {
  const text = textOf({ task: 'summarise' })
  expect(text.indexOf('[p1]')).toBeLessThan(text.indexOf('[p2]'))
  expect(text.indexOf('[p2]')).toBeLessThan(text.indexOf('[p3]'))
})

test('asks with gaps in its own sentences only, and gives the answers below', () => {
  const questions = gapQuestions(passages)
  expect(questions.length).toBeGreaterThan(1)
  for (const { question, answer, passage: of } of questions) {
    expect(question).toContain('_____')
    expect(of.text.toLowerCase()).toContain(answer.toLowerCase())
    expect(question.toLowerCase().split(/[^a-z]+/)).not.toContain(answer.toLowerCase())
  }
  expect(textOf({ task: 'quiz' })).toMatch(/Answers: 1\. \w+/)
})

test('says in which language the lectures are, where that is another one', () => {
  expect(textOf({}, speak('hi'))).toContain('अंग्रेज़ी')
  expect(textOf({})).not.toContain('say it in')
})

test.each([
  ['and with three?', 'How do I join two tables and with three?'],
  ['why?', 'How do I join two tables why?'],
  ['What is an index on a column?', 'What is an index on a column?'],
])('a follow-up takes the question before it along: %s', (message, expected) =>
  expect(
    wholeQuestion(message, [
      { role: 'user', text: 'How do I join two tables' },
      { role: 'assistant', text: 'So.' },
    ]).question,
  ).toBe(expected),
)
