import { expect, test } from 'vitest'
import { readChoice, readText, searchOf, toCall } from './list-query.ts'

const search = (text: string) => new URLSearchParams(text)

test('ignores unknown and invalid values of an address', () => {
  expect(readText(search(`text=+a+`))).toBe('a')
  expect(readText(search(`text=${'x'.repeat(200)}`))).toHaveLength(100)
  expect(readChoice(search('role=boss'), 'role', ['student'])).toBe('')
  expect(readChoice(search('role=student'), 'role', ['student'])).toBe('student')
})

test('leaves defaults out of addresses and calls', () => {
  expect(searchOf({ text: '', role: '', at: '' })).toBe('')
  expect(searchOf({ text: 'a & b', role: 'student', at: 'x' })).toBe('?text=a+%26+b&role=student&at=x')
  expect(toCall({ text: 'a', role: '', at: 'x' })).toEqual({ limit: 25, cursor: 'x', text: 'a' })
})
