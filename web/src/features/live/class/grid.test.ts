import { expect, it } from 'vitest'
import { fitGrid, pageOf } from './grid.ts'

it.each([
  [1, { width: 880, height: 500 }, 1],
  [2, { width: 1000, height: 500 }, 2],
  [4, { width: 880, height: 500 }, 2],
  [13, { width: 880, height: 500 }, 4],
  [6, { width: 374, height: 470 }, 2],
])('%i tiles in %o stand in %i columns', (tiles, space, columns) => expect(fitGrid(tiles, space).columns).toBe(columns))

it('all tiles of a page fit, whatever the space', () => {
  for (const width of [300, 374, 600, 880, 1600])
    for (const height of [150, 320, 500, 900])
      for (let tiles = 1; tiles <= 16; tiles++) {
        const { columns, tileWidth, perPage } = fitGrid(tiles, { width, height })
        const rows = Math.ceil(Math.min(tiles, perPage) / columns)
        expect(columns * tileWidth + (columns - 1) * 8).toBeLessThanOrEqual(width)
        expect(rows * tileWidth * (9 / 16) + (rows - 1) * 8).toBeLessThanOrEqual(height + rows)
        expect(tileWidth).toBeGreaterThan(100)
      }
})

it('13 tiles fit on a page of a laptop; a phone has further pages', () => {
  expect(fitGrid(13, { width: 880, height: 500 }).perPage).toBe(13)
  const { perPage } = fitGrid(13, { width: 374, height: 470 })
  expect(perPage).toBeLessThan(13)
  const tiles = Array.from({ length: 13 }, (_, index) => index)
  const first = pageOf(tiles, 0, perPage)
  expect(pageOf(tiles, 99, perPage).page).toBe(first.pages - 1)
  expect([...first.shown, ...pageOf(tiles, 1, perPage).shown].slice(0, 13)).toEqual(tiles.slice(0, 2 * perPage))
})
