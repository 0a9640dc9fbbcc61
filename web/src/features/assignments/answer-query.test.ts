import { expect, test } from 'vitest'
import { answerSearch, readAnswerQuery, toAnswerCall } from './answer-query.ts'

test.each([
  ['', { state: 'waiting' }],
  ['?state=all&course=c1', { state: 'all', courseId: 'c1' }],
  ['?state=draft&assignment=a1&at=abc', { state: 'waiting', lectureId: 'a1', cursor: 'abc' }],
  [`?course=${'x'.repeat(65)}&at=%00`, { state: 'waiting' }],
])('%s asks for %j, and is the same when it is written again', (search, call) => {
  const query = readAnswerQuery(new URLSearchParams(search))
  expect(toAnswerCall(query)).toEqual(call)
  expect(readAnswerQuery(new URLSearchParams(answerSearch(query)))).toEqual(query)
})
