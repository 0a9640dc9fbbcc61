import { expect, test } from 'vitest'
import { mergeLines } from './merge-lines.ts'

const base = 'one\ntwo\nthree'

test.each([
  ['what one person changed', base, 'one\ntwo\nthree', 'one\n2\nthree', 'one\n2\nthree'],
  ['lines at both ends', base, 'zero\none\ntwo\nthree', 'one\ntwo\nthree\nfour', 'zero\none\ntwo\nthree\nfour'],
  ['two lines beside each other', base, '1\ntwo\nthree', 'one\ntwo\n3', '1\ntwo\n3'],
  ['what both add at the end, theirs first', base, `${base}\nmine`, `${base}\ntheirs`, `${base}\ntheirs\nmine`],
  ['the first words of both', '', 'mine', 'theirs', 'theirs\nmine'],
  ['a line that was removed', base, 'one\nthree', 'one\ntwo\nthree\nfour', 'one\nthree\nfour'],
  ['the same change', base, 'one\nthree', 'one\nthree', 'one\nthree'],
])('keeps %s', (_, from, mine, theirs, merged) => expect(mergeLines(from, mine, theirs)).toBe(merged))

test('decides nothing where both changed one line', () => {
  expect(mergeLines(base, 'one\ntwo!\nthree', 'one\ntwo?\nthree')).toBe(null)
  expect(mergeLines(base, '', 'one\ntwo\nthree!')).toBe(null)
})
