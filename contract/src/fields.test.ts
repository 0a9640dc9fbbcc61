import { describe, expect, test } from 'vitest'
import { BooleanInput, PriceInput, requiredText, text } from './fields.ts'

describe('a price', () => {
  test.each([
    ['499', 499],
    [0, 0],
    ['0.00', 0],
    ['1', 1],
    ['1299.99', 1299.99],
    [1_000_000, 1_000_000],
    ['', null],
    ['null', null],
    [null, null],
    [' 10 ', 10],
  ])('%j is %j', (given, meant) => expect(PriceInput.parse(given)).toBe(meant))
  test.each([
    '-1',
    '0.01',
    '0.5',
    0.99,
    -5,
    '1.999',
    '1e3',
    'free',
    '1000000.01',
    1_000_001,
    'NaN',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '0x10',
    '१००',
    [1],
    {},
  ])('%j is refused', (given) => expect(PriceInput.safeParse(given).success).toBe(false))
})

test('multipart booleans come as words', () => {
  expect([true, 'true', false, 'false', ''].map((one) => BooleanInput.parse(one))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(BooleanInput.safeParse('yes').success).toBe(false)
})

test('text is trimmed, keeps line breaks and any script, and loses control characters', () => {
  expect(text(100).parse('  a\u0000b\u0007\nनमस्ते 🎓  ')).toBe('ab\nनमस्ते 🎓')
  expect(text(3).safeParse('four').success).toBe(false)
  expect(requiredText(10, 'Name').safeParse(' \u0000 ').error?.issues[0]?.message).toBe('Name is required')
})
