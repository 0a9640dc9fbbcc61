import { expect, test } from 'vitest'
import { isNewEnough, MINIMUM_NODE } from './node-version.mjs'

test.each([
  ['v18.20.8', false],
  ['20.20.2', false],
  ['v23.11.1', false],
  ['v24.0.0', true],
  ['26.10.0', true],
  ['v100.0.0', true],
])('%s is new enough: %s', (version, expected) => {
  expect(isNewEnough(version)).toBe(expected)
})

test('the minimum can be raised', () => {
  expect(isNewEnough(`v${MINIMUM_NODE}.0.0`, MINIMUM_NODE + 1)).toBe(false)
})
