import { type LiveMessage, maxListedQuestions } from '@virtual-courses/contract'
import { expect, test } from 'vitest'
import { maxKeptMessages } from '../room-state.ts'
import { putMark, putQuestion, type TogetherState } from './together-store.ts'

const messageAt = (second: number, question?: LiveMessage['question']): LiveMessage => ({
  _id: `message-${second}`,
  message: `Message ${second}`,
  sender: 'Nila Rao',
  senderId: 'nila',
  timestamp: new Date(Date.UTC(2026, 10, 28) + second * 1000).toISOString(),
  ...(question && { question }),
})

test('however many questions a class asks, a page keeps those that the server lists: open ones first, oldest first', () => {
  let questions: readonly LiveMessage[] = []
  for (let second = 0; second < maxListedQuestions; second++)
    questions = putQuestion(questions, messageAt(second, second < 10 ? 'answered' : 'open'))
  const late = messageAt(5000, 'open')
  questions = putQuestion(questions, late)
  expect(questions).toHaveLength(maxListedQuestions)
  // the open ones are all there, the last of the answered ones is not
  expect(questions.filter(({ question }) => question === 'open')).toHaveLength(maxListedQuestions - 9)
  expect(questions[maxListedQuestions - 10]).toEqual(late)
  expect(questions.at(-1)).toEqual(messageAt(8, 'answered'))
})

test('marks of messages are kept for as many as a page keeps messages, the last ones', () => {
  let marks: TogetherState['marks'] = new Map()
  for (let second = 0; second < maxKeptMessages; second++) marks = putMark(marks, messageAt(second, 'open'))
  marks = putMark(marks, messageAt(0, 'answered'))
  marks = putMark(marks, messageAt(5000))
  expect(marks.size).toBe(maxKeptMessages)
  expect(marks.has('message-1')).toBe(false)
  expect(marks.get('message-0')).toBe('answered')
  expect(marks.has('message-5000')).toBe(true)
})
