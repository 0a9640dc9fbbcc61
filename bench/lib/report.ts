import type { Sample } from './bench-case.ts'
import type { Row } from './interleave.ts'
import { median } from './stats.ts'
import { table } from './table.ts'

/** Three significant digits, without an exponent. */
export const figure = (value: number): string =>
  value >= 100
    ? Math.round(value).toLocaleString('en-US')
    : value.toLocaleString('en-US', { maximumSignificantDigits: 3 })

/** A ratio below 1/2 of "lower is better" reads best as a fraction, like the limits: 1/8.4. */
const ratioText = (ratio: number, better: Row['better']): string =>
  better === 'lower' && ratio < 0.5 ? `1/${figure(1 / ratio)}` : figure(ratio)

const range = (row: Row): string =>
  `${ratioText(Math.min(...row.rounds), row.better)} … ${ratioText(Math.max(...row.rounds), row.better)}`

const cpuOf = (samples: readonly Sample[]): string => figure(median(samples.map(({ cpuMs }) => cpuMs)))

/** The table for people. */
export const ratioTable = (rows: readonly Row[]): string =>
  table([
    ['id', 'job', 'against', 'figure', 'ours', 'theirs', 'ratio', 'rounds', 'must', 'aim', 'reached', 'CPU ms', 'note'],
    ...rows.map((row) => [
      row.id,
      row.title,
      row.peer,
      row.of,
      figure(row.ours),
      figure(row.peers),
      row.absolute ? '' : ratioText(row.ratio, row.better),
      range(row),
      `${row.better === 'higher' ? '≥' : '≤'} ${ratioText(row.must, row.better)}`,
      `${row.better === 'higher' ? '≥' : '≤'} ${ratioText(row.aim, row.better)}`,
      row.verdict,
      `${cpuOf(row.samples.ours)} : ${cpuOf(row.samples.peer)}`,
      row.note,
    ]),
  ])
