import { readSerial } from '@virtual-courses/contract'
import { expect, test } from 'vitest'
import { mayReissue, mayRenew, newSerial, placeOf, serialOf, stateOf } from './rules.ts'

const at = new Date()
const valid = { withdrawnAt: null, because: null, replacedBy: null }

test('a number has 80 bits, and is read again however it is typed', () => {
  expect(serialOf(new Uint8Array(10))).toBe('0000-0000-0000-0000')
  expect(serialOf(new Uint8Array(10).fill(255))).toBe('ZZZZ-ZZZZ-ZZZZ-ZZZZ')
  for (let round = 0; round < 200; round++) {
    const serial = newSerial()
    expect(readSerial(serial)).toBe(serial)
    expect(readSerial(` ${serial.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `)).toBe(
      serial,
    )
  }
  for (const other of ['', 'x', '0000-0000-0000-000U', '0'.repeat(17)]) expect(readSerial(other)).toBeNull()
})

test.each([
  ['valid', valid],
  ['withdrawn', { withdrawnAt: at, because: 'refund' as const, replacedBy: null }],
  ['replaced', { withdrawnAt: at, because: 'replaced' as const, replacedBy: 'n' }],
  ['replaced', { withdrawnAt: at, because: 'educator' as const, replacedBy: 'n' }],
])('is %s', (state, facts) => expect(stateOf(facts)).toBe(state))

test('a name is corrected while the certificate counts, to another one, three times', () => {
  const may = (facts: object, present: object) =>
    mayRenew({ ...valid, name: 'A', ...facts }, { name: 'B', corrections: 0, ...present }, 3)
  expect([may({}, {}), may({}, { corrections: 2 })]).toEqual([true, true])
  expect([may({}, { name: 'A' }), may({}, { corrections: 3 }), may({ withdrawnAt: at }, {})]).toEqual([
    false,
    false,
    false,
  ])
})

test.each(['refund', 'admin', 'account', 'replaced'] as const)('what ended by %s is not issued again', (because) =>
  expect(mayReissue({ withdrawnAt: at, because, replacedBy: null })).toBe(false),
)

test('a place is in one list', () => {
  expect(placeOf(131_071)).toEqual({ list: 0, index: 131_071 })
  expect(placeOf(131_072)).toEqual({ list: 1, index: 0 })
})
