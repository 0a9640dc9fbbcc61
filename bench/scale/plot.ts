import type { Measured } from './measure.ts'

const width = 960
const rowHeight = 22
const left = 330
const right = 40
const top = 70
const colours = ['#9db8e8', '#4f7fd6', '#17356e']

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * Draws CPU time of a request, of server and database together, for every row: one dot for each size on a logarithmic scale. Where
 * the dots of a row lie on each other, the cost does not grow. Returns an SVG that is readable on light and on dark pages.
 */
export function drawPlot(rows: readonly Measured[]): string {
  const names = [...new Set(rows.map(({ name }) => name))]
  const sizes = [...new Set(rows.map(({ courses }) => courses))].sort((a, b) => a - b)
  const costOf = (row: Measured): number => Math.max(0.5, row.cpu + row.databaseCpu)
  const most = Math.max(100, ...rows.map(costOf))
  const x = (ms: number): number => left + ((width - left - right) * Math.log10(ms / 0.5)) / Math.log10(most / 0.5)
  const height = top + names.length * rowHeight + 30
  const ticks = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000].filter((ms) => ms <= most)
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13">`,
    `<title>CPU time of a request by size of the shop</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="16" y="26" font-size="16" font-weight="600" fill="#1c2333">CPU milliseconds of a request, server and database</text>`,
  ]
  sizes.forEach((size, at) => {
    const from = left + at * 150
    parts.push(
      `<circle cx="${from}" cy="46" r="6" fill="${colours[at] ?? '#000'}"/>`,
      `<text x="${from + 12}" y="50" fill="#1c2333">${size.toLocaleString('en-US')} courses</text>`,
    )
  })
  for (const ms of ticks)
    parts.push(
      `<line x1="${x(ms).toFixed(1)}" x2="${x(ms).toFixed(1)}" y1="${top}" y2="${height - 24}" stroke="#dde3ee"/>`,
      `<text x="${x(ms).toFixed(1)}" y="${height - 8}" text-anchor="middle" fill="#5b6475">${ms}</text>`,
    )
  names.forEach((name, at) => {
    const y = top + at * rowHeight + rowHeight / 2
    const own = sizes.flatMap((size, index) => {
      const row = rows.find((one) => one.name === name && one.courses === size)
      return row ? [{ cx: x(costOf(row)), colour: colours[index] ?? '#000' }] : []
    })
    const ends = own.map(({ cx }) => cx)
    parts.push(
      `<text x="${left - 14}" y="${y + 4}" text-anchor="end" fill="#1c2333">${escapeXml(name)}</text>`,
      `<line x1="${Math.min(...ends).toFixed(1)}" x2="${Math.max(...ends).toFixed(1)}" y1="${y}" y2="${y}" stroke="#b6c2d9" stroke-width="2"/>`,
      ...own.map(({ cx, colour }) => `<circle cx="${cx.toFixed(1)}" cy="${y}" r="5.5" fill="${colour}"/>`),
    )
  })
  return `${[...parts, '</svg>'].join('\n')}\n`
}
