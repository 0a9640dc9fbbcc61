import { describe, expect, test } from 'vitest'
import { Email } from '../accounts/accounts.ts'
import { BooleanInput, nameText, PriceInput, requiredText, text } from './fields.ts'

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

describe('a name', () => {
  const name = nameText(100, 'Name')
  test.each([
    ['turned right to left', 'Asha \u202Eoar', 'Asha oar'],
    ['with isolates and marks', '\u2066Asha\u2069\u200E Rao\u200F', 'Asha Rao'],
    ['with spaces of no width', 'A\u200Bs\u2060h\uFEFFa', 'Asha'],
    ['with a joiner where none belongs', 'pay\u200Dpal\u200C', 'paypal'],
    ['with tags, selectors and fillers', 'As\u{E0041}ha\uFE0F\u3164 \u00ADR\u2800ao', 'Asha Rao'],
    ['on several lines', ' Asha\r\n\tRao\u2028X\u0000 ', 'Asha Rao X'],
    ['with half a character', 'Asha\uD83D', 'Asha'],
    ['in Devanagari with a joiner', 'क्\u200Dष और र\u200Cय', 'क्\u200Dष और र\u200Cय'],
    ['in Malayalam', 'നന്\u200Dമ', 'നന്\u200Dമ'],
    ['in Persian', 'می\u200Cخواهم', 'می\u200Cخواهم'],
    ['in Malayalam with a chillu at its end', 'അവന്\u200D', 'അവന്\u200D'],
    ['in Malayalam with chillus before a space', 'അവന്\u200D മകള്\u200D, x', 'അവന്\u200D മകള്\u200D, x'],
    ['in Bengali with khanda ta at its end', 'সত্\u200D', 'সত্\u200D'],
    ['in Bengali with ya-phalaa', 'র\u200D্যাম', 'র\u200D্যাম'],
    ['in Marathi', 'वाऱ्\u200Dया', 'वाऱ्\u200Dया'],
    ['in Sinhala', 'ශ්\u200Dරී', 'ශ්\u200Dරී'],
    ['in Persian with a mark before the joiner', 'مَ\u200Cخ', 'مَ\u200Cخ'],
    ['in Urdu with joiners where none belong', '\u200Dعلی\u200C احمد\u200C\u200C', 'علی احمد'],
    ['with joiners one after another', 'അവന്\u200D\u200D\u200C', 'അവന്\u200D'],
    ['with a joiner after a virama and what hides', 'ന്\u200B\u200D\u202E', 'ന്\u200D'],
    ['with a keycap', 'Part 1\uFE0F\u20E3', 'Part 1\uFE0F\u20E3'],
    ['with a family of emoji', 'Rao 👩‍👩‍👧 ❤️', 'Rao 👩‍👩‍👧 ❤️'],
  ])('%s is shown clean', (_how, given, clean) => expect(name.parse(given)).toBe(clean))
  test.each(['', '  ', '\u200B', '\u202E\u2066', '\u3164\u2800', '\u{E0041}', '\uFE0F'])('%j is none', (given) =>
    expect(name.safeParse(given).error?.issues[0]?.message).toBe('Name is required'),
  )
})

describe('an email address', () => {
  test.each([
    [' Asha@Example.ORG ', 'asha@example.org'],
    ['asha@Müller.example', 'asha@xn--mller-kva.example'],
    ['asha@mu\u0308ller.example', 'asha@xn--mller-kva.example'],
    ['asha@XN--MLLER-KVA.example', 'asha@xn--mller-kva.example'],
    ['a.b+c@डाटामेल。भारत', 'a.b+c@xn--c2bd4bq1db8d.xn--h2brj9c'],
  ])('%s is %s', (given, stored) => expect(Email.parse(given)).toBe(stored))
  test.each([
    ['आशा@example.org', /before the @/],
    ['ａsha@example.org', /before the @/],
    ['asha\u200b@example.org', /before the @/],
    ['asha@exa mple。भारत', /after the @/],
    ['asha@भारत/example.org', /after the @/],
    ['asha@भारत:80', /after the @/],
    ['asha@भारत', /valid email address/],
    ['asha', /valid email address/],
    ['', /valid email address/],
    ['a@b@example.org', /valid email address/],
    [`asha@${'भ'.repeat(80)}.example`, /after the @|valid/],
  ])('%s is refused, and the sentence says which part', (given, sentence) =>
    expect(Email.safeParse(given).error?.issues[0]?.message).toMatch(sentence),
  )
})
