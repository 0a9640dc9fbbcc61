import { expect, test } from 'vitest'
import { searchIn } from './language-switch.tsx'

test.each([
  ['', 'hi', '?lang=hi'],
  ['?text=react&at=x', 'hi', '?text=react&at=x&lang=hi'],
  ['?lang=hi&text=a', 'en', '?text=a&lang=en'],
  ['?lang=hi', '', ''],
  ['?text=a&lang=hi', '', '?text=a'],
])('the address %j in %j is %j', (search, language, expected) => expect(searchIn(search, language)).toBe(expected))
