import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Judged, judge, ratioText } from './bench-case.ts'
import { table, writeSection } from './report.ts'

/** A result of a run whose tables were written, as `bench/history.jsonl` keeps it: one line each, the oldest first. */
type Mark = Omit<Judged, 'verdict'> & { date: string; cpu: string; rounds: number; seconds: number }

type Run = Pick<Mark, 'date' | 'cpu' | 'rounds' | 'seconds'>

/** Marks of one metric of one job, the oldest first. */
type Series = [Mark, ...Mark[]]

const file = join(import.meta.dirname, '../history.jsonl')
const docs = join(import.meta.dirname, '../../docs')

const readMarks = (): Mark[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    // written by `keepHistory` alone
    .map((line) => JSON.parse(line) as Mark)

function seriesOf(marks: readonly Mark[]): Series[] {
  const all = new Map<string, Series>()
  for (const mark of marks) {
    const key = [mark.id, mark.title, mark.of].join('\n')
    const known = all.get(key)
    if (known) known.push(mark)
    else all.set(key, [mark])
  }
  return [...all.values()].sort(([a], [b]) => a.id.localeCompare(b.id, 'en', { numeric: true }))
}

const newest = (series: Series): Mark => series.at(-1) ?? series[0]

/** The value that lies nearest to the moonshot. */
const best = (series: Series): number =>
  series
    .map(({ ratio }) => ratio)
    .reduce((a, b) => (newest(series).better === 'higher' ? Math.max(a, b) : Math.min(a, b)))

const resultsTable = (all: readonly Series[]): string =>
  table([
    ['row', 'job', 'metric', 'newest', 'of', 'best', 'must', 'aim', 'moonshot', 'reached'],
    ...all.map((series) => {
      const { id, title, of, ratio, better, must, aim, moonshot, date } = newest(series)
      const text = (value: number) => ratioText(value, better)
      const { verdict } = judge(id, title, ratio, newest(series))
      return [id, title, of, text(ratio), date, text(best(series)), text(must), text(aim), text(moonshot), verdict]
    }),
  ])

const columns = 4
const panel = { width: 240, height: 118, left: 12, right: 58, top: 40, bottom: 12 }
const colours = {
  must: '#c2410c',
  aim: '#1d6f42',
  moonshot: '#6d4fc4',
  line: '#17356e',
  text: '#1c2333',
  quiet: '#5b6475',
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** One metric: its runs from left to right on a logarithmic scale, with its three limits as lines. */
function drawPanel(series: Series, at: number): string {
  const { id, title, of, better, must, aim, moonshot } = newest(series)
  const x0 = (at % columns) * panel.width
  const y0 = 44 + Math.floor(at / columns) * panel.height
  const values = [...series.map(({ ratio }) => ratio), must, aim, moonshot].map(Math.log)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  // the better value is always the higher one in the picture
  const share = (value: number) => {
    const part = (Math.log(value) - low) / (high - low || 1)
    return better === 'higher' ? 1 - part : part
  }
  const y = (value: number) => y0 + panel.top + share(value) * (panel.height - panel.top - panel.bottom)
  const wide = panel.width - panel.left - panel.right
  const x = (run: number) => x0 + panel.left + (series.length === 1 ? wide : (run / (series.length - 1)) * wide)
  const points = series.map(({ ratio }, run) => `${x(run).toFixed(1)},${y(ratio).toFixed(1)}`)
  const limit = (value: number, colour: string) =>
    `<line x1="${x0 + panel.left}" x2="${x0 + panel.left + wide}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}" stroke="${colour}" stroke-dasharray="4 3"/>`
  const last = newest(series).ratio
  return [
    `<text x="${x0 + panel.left}" y="${y0 + 14}" font-weight="600" fill="${colours.text}">${id} <tspan font-weight="400">${escapeXml(title.length > 28 ? `${title.slice(0, 26)} …` : title)}</tspan></text>`,
    `<text x="${x0 + panel.left}" y="${y0 + 29}" font-size="11" fill="${colours.quiet}">${escapeXml(of)}, ${better} is better</text>`,
    limit(must, colours.must),
    limit(aim, colours.aim),
    limit(moonshot, colours.moonshot),
    `<polyline points="${points.join(' ')}" fill="none" stroke="${colours.line}" stroke-width="2"/>`,
    ...points.map(
      (point) => `<circle cx="${point.split(',')[0]}" cy="${point.split(',')[1]}" r="2.5" fill="${colours.line}"/>`,
    ),
    `<text x="${x0 + panel.left + wide + 7}" y="${(y(last) + 4).toFixed(1)}" font-weight="600" fill="${colours.text}">${ratioText(last, better)}</text>`,
  ].join('\n')
}

/** Returns an SVG that is readable on light and on dark pages. */
function drawHistory(all: readonly Series[]): string {
  const width = columns * panel.width
  const height = 52 + Math.ceil(all.length / columns) * panel.height
  const legend = (['must', 'aim', 'moonshot'] as const).map(
    (name, at) =>
      `<line x1="${560 + at * 120}" x2="${590 + at * 120}" y1="22" y2="22" stroke="${colours[name]}" stroke-width="2" stroke-dasharray="4 3"/><text x="${596 + at * 120}" y="26" fill="${colours.text}">${name}</text>`,
  )
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    '<title>Results of the benchmarks from the first run to the newest, with their limits</title>',
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="12" y="27" font-size="16" font-weight="600" fill="${colours.text}">Every run whose results were kept, better is higher</text>`,
    ...legend,
    ...all.map(drawPanel),
    '</svg>',
  ].join('\n')}\n`
}

/** Adds the results of a run to the history, and writes its table and its plot into docs/performance.md. */
export function keepHistory(results: readonly Judged[], run: Run): void {
  for (const { id, title, of, ratio, better, must, aim, moonshot } of results) {
    const mark: Mark = { ...run, id, title, of, ratio: Number(ratio.toPrecision(4)), better, must, aim, moonshot }
    appendFileSync(file, `${JSON.stringify(mark)}\n`)
  }
  const all = seriesOf(readMarks())
  writeSection(join(docs, 'performance.md'), 'standing', resultsTable(all))
  writeFileSync(join(docs, 'images/performance.svg'), drawHistory(all))
}
