import { expect, test } from 'vitest'
import { isInRange, isNewEnough, MINIMUM_NODE } from './node-version.mjs'

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

test.each([
  ['v20.20.2', '>=22.19.0', false],
  ['v22.19.0', '>=22.19.0', true],
  ['v22.20.1', '>=22.19.0', true],
  ['v22.18.9', '>=22.19.0', false],
  ['v20.19.0', '^20.19.0 || >=22.12.0', true],
  ['v21.7.0', '^20.19.0 || >=22.12.0', false],
  ['v23.0.0', '^20.19.0 || >=22.12.0', true],
  ['v18.20.8', '>= 20', false],
  ['v20.0.0', '>= 20', true],
  ['v20.0.0', '>= 10', true],
  ['v20.0.0', '20.x', false],
])('%s is in %s: %s', (version, range, expected) => {
  expect(isInRange(version, range)).toBe(expected)
})
