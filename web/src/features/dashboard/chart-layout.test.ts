import { expect, it } from 'vitest'
import { chartWidth } from './chart-layout.ts'

it.each([
  [0, 560, 560],
  [1, 300, 300],
  [5, 560, 560],
  [6, 560, 580],
  [24, 560, 2164],
])('%d bars in %d px are %d px wide: their names stand level', (bars, available, width) =>
  expect(chartWidth(bars, available)).toBe(width),
)
