import { expect, it } from 'vitest'
import { topBeside } from './toast-place.ts'

const area = { left: 900, right: 1268, top: 84, bottom: 140 }
const button = { left: 1100, right: 1250, top: 100, bottom: 144 }

it('moves messages below the buttons that they would cover, one row after the other', () => {
  expect(topBeside(area, [button], 450)).toBe(152)
  expect(topBeside(area, [{ ...button, top: 160, bottom: 204 }, button], 450)).toBe(212)
})

it('leaves messages at their place beside controls, above large ones, and where half of the screen is full of them', () => {
  expect(topBeside(area, [{ ...button, left: 100, right: 250 }], 450)).toBe(84)
  expect(topBeside(area, [{ ...button, bottom: 400 }], 450)).toBe(84)
  const column = Array.from({ length: 12 }, (_, row) => ({ ...button, top: 90 + row * 50, bottom: 130 + row * 50 }))
  expect(topBeside(area, column, 450)).toBe(84)
})
