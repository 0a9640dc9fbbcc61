import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test.each([
  ['short', 10, 'short'],
  ['abcdef', 3, 'abc'],
  ['हिंदी कोर्स', 4, 'हिं'],
  ['हिंदी कोर्स', 5, 'हिंदी'],
  ['e\u0301e\u0301', 3, 'e\u0301'],
  ['ab👩‍🏫', 5, 'ab'],
  ['ab', 0, ''],
])('the first of %j within %i', (text, most, cut) => expect(cutText(text, most)).toBe(cut))
