import { expect, it } from 'vitest'
import { chartLayout } from './chart-layout.ts'

it.each([
  [0, 560, { width: 560, slanted: false }],
  [1, 300, { width: 300, slanted: false }],
  [5, 560, { width: 560, slanted: false }],
  [6, 560, { width: 560, slanted: true }],
  [3, 300, { width: 300, slanted: true }],
  [24, 560, { width: 1108, slanted: true }],
  [60, 300, { width: 2692, slanted: true }],
])('%d bars in %d px', (bars, available, layout) => expect(chartLayout(bars, available)).toMatchObject(layout))
