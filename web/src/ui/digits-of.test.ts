import { expect, it } from 'vitest'
import { digitsOf } from './digits-of.ts'

it.each([
  ['', ''],
  ['7', '7'],
  ['0417', '0417'],
  ['04 17', '0417'],
  ['04-17', '0417'],
  ['04175', '0417'],
  ['a0b4', '04'],
  ['Your Virtual Courses code is 0417. It is valid for 5 minutes.', '0417'],
  ['٠٤١٧', '0417'],
  ['०४१७', '0417'],
  ['０４１７', '0417'],
])('the code in "%s" is "%s"', (text, code) => expect(digitsOf(text, 4)).toBe(code))
