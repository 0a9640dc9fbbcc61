import { expect, it } from 'vitest'
import { layOut } from './chart-layout.ts'

it.each([
  [0, 560, false, 300],
  [5, 560, false, 300],
  [6, 560, true, 300],
  [9, 300, true, 300],
  [10, 300, true, 300],
  [100, 560, true, 2630],
])('%d bars in %d px lie: %s, and are %d px high', (bars, available, lying, height) =>
  expect(layOut(bars, available)).toEqual({ lying, height }),
)
