import { expect, test } from 'vitest'
import { readChoice, readPage, readText, searchOf, toCall } from './list-query.ts'

const search = (text: string) => new URLSearchParams(text)

test('ignores unknown and invalid values of an address', () => {
  expect(readText(search(`text=+a+`))).toBe('a')
  expect(readText(search(`text=${'x'.repeat(200)}`))).toHaveLength(100)
  for (const wrong of ['0', '-1', '1.5', 'x', '99999999']) expect(readPage(search(`page=${wrong}`))).toBe(1)
  expect(readPage(search('page=3'))).toBe(3)
  expect(readChoice(search('role=boss'), 'role', ['student'])).toBe('')
  expect(readChoice(search('role=student'), 'role', ['student'])).toBe('student')
})

test('leaves defaults out of addresses and calls', () => {
  expect(searchOf({ text: '', role: '', page: 1 })).toBe('')
  expect(searchOf({ text: 'a & b', role: 'student', page: 2 })).toBe('?text=a+%26+b&role=student&page=2')
  expect(toCall({ text: 'a', role: '', page: 3 })).toEqual({ limit: 25, offset: 50, text: 'a' })
})
