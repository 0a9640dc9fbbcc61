import { expect, test } from 'vitest'
import { findWords, wordsOf } from './check-words.ts'

const list = { words: { anew: 'again', hearer: 'listener' }, texts: ['Begin anew!'] }

test('splits identifiers at their humps', () => {
  expect(wordsOf('tellUsersOfURL(x) // the HTTP server_name')).toEqual([
    'tell',
    'users',
    'of',
    'url',
    'x',
    'the',
    'http',
    'server',
    'name',
  ])
})

test('finds words of the list in names and sentences, and says what to write', () => {
  expect(findWords('const firstHearer = open() // opened anew', list)).toEqual([
    '"hearer": say listener',
    '"anew": say again',
  ])
})

test('leaves specified texts alone', () => {
  expect(findWords("button('Begin anew!')", list)).toEqual([])
})
