/** Shape of a tile, width by height. */
const shape = 16 / 9
/** Maximum number of tiles on a page: an educator and 12 speakers. */
export const mostTiles = 13
/** Narrowest tile in which a face is still one, and the gap between tiles, in pixels. */
const narrowest = 150
const gap = 8

export type Grid = { columns: number; tileWidth: number; perPage: number }

/** Width of a tile when so many are in so many columns. */
function widthIn(columns: number, count: number, { width, height }: { width: number; height: number }): number {
  const rows = Math.ceil(count / columns)
  const byWidth = (width - gap * (columns - 1)) / columns
  const byHeight = ((height - gap * (rows - 1)) / rows) * shape
  return Math.floor(Math.min(byWidth, byHeight))
}

/** Returns the grid in which so many tiles are largest; the tiles that do not fit are on further pages. */
export function fitGrid(tiles: number, space: { width: number; height: number }): Grid {
  const columnsThatFit = Math.max(1, Math.floor((space.width + gap) / (narrowest + gap)))
  const rowsThatFit = Math.max(1, Math.floor((space.height + gap) / (narrowest / shape + gap)))
  const perPage = Math.min(mostTiles, columnsThatFit * rowsThatFit)
  const count = Math.max(1, Math.min(tiles, perPage))
  let best = { columns: 1, tileWidth: 0 }
  for (let columns = 1; columns <= Math.min(count, columnsThatFit); columns++) {
    const tileWidth = widthIn(columns, count, space)
    if (tileWidth > best.tileWidth) best = { columns, tileWidth }
  }
  return { ...best, perPage }
}

/** Returns the tiles of a page and the number of pages; a page that is gone shows the last one. */
export function pageOf<T>(
  tiles: readonly T[],
  page: number,
  perPage: number,
): { shown: T[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(tiles.length / perPage))
  const at = Math.min(page, pages - 1)
  return { shown: tiles.slice(at * perPage, (at + 1) * perPage), page: at, pages }
}
