import type { Started } from './child.ts'
import type { Environment } from './environment.ts'
import { median, table } from './report.ts'

/** What one round measured of one side. An operation is a request, or a bare verification where there is no request. */
export type Sample = {
  operations: number
  perSecond: number
  /** CPU of the server's processes for one operation, milliseconds */
  serverCpuMs: number
  /** the same with the CPU of PostgreSQL added; equal to serverCpuMs where no database takes part */
  cpuMs: number
  p50Ms: number
  p99Ms: number
  /** parts of an operation, where it has several: what each took of the CPU */
  steps?: Record<string, CpuMs>
}

export type CpuMs = { server: number; database: number }

export type Side = {
  name: string
  /** Works for so many seconds at full load. Throws when a response was wrong or missing. */
  run: (seconds: number) => Promise<Sample>
}

/** What a result is judged by. */
export type Limits = {
  /** what is compared, as printed */
  of: string
  better: 'higher' | 'lower'
  must: number
  aim: number
  /** what would be extraordinary */
  moonshot: number
}

/** A result beside its limits: what `--check` looks at and the history keeps. */
export type Judged = Limits & {
  id: string
  title: string
  /** ours divided by the peer's; ours alone where the limits are absolute */
  ratio: number
  verdict: 'moonshot' | 'aim' | 'must' | 'below must'
}

/** Puts a result beside its limits. */
export function judge(id: string, title: string, ratio: number, limits: Limits): Judged {
  const { of, better, must, aim, moonshot } = limits
  const reaches = (limit: number) => (better === 'higher' ? ratio >= limit : ratio <= limit)
  const verdict = reaches(moonshot) ? 'moonshot' : reaches(aim) ? 'aim' : reaches(must) ? 'must' : 'below must'
  return { id, title, of, better, must, aim, moonshot, ratio, verdict }
}

/** One metric that a case is judged by: our value divided by the peer's. */
export type Ratio = Limits & {
  value: (sample: Sample) => number
  /** judged by our value itself; the peer's is printed beside it */
  absolute?: true
}

export type Prepared = {
  ours: Side
  peer: Side
  /** facts for the row: sizes, versions */
  note: string
}

export type BenchCase = {
  id: string
  title: string
  ratios: readonly Ratio[]
  /**
   * Starts the peer, checks that both sides do the same job, and hands both over. What it keeps in `started` is stopped after the case,
   * and when this throws. Throws Missing when a tool is not there.
   */
  prepare: (environment: Environment, started: Started) => Promise<Prepared>
}

export const perSecond = (must: number, aim: number, moonshot: number): Ratio => ({
  of: 'operations/s',
  value: (sample) => sample.perSecond,
  better: 'higher',
  must,
  aim,
  moonshot,
})

export const cpu = (must: number, aim: number, moonshot: number): Ratio => ({
  of: 'CPU ms',
  value: (sample) => sample.cpuMs,
  better: 'lower',
  must,
  aim,
  moonshot,
})

/** `ratio` is the median over the rounds of ours divided by the peer's in the same round. */
export type Row = Judged & {
  peer: string
  ours: number
  peers: number
  rounds: number[]
  /** judged by our value alone */
  absolute: boolean
  note: string
  samples: { ours: Sample[]; peer: Sample[] }
}

/**
 * Runs both sides in turn, the first of each round changing, after one warming run each; one row for each ratio of the case.
 * What else the machine does falls on both sides alike, so the ratios stay while the absolute values move.
 */
export async function interleave(
  benchCase: BenchCase,
  prepared: Prepared,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Row[]> {
  const { ours, peer } = prepared
  await peer.run(Math.min(seconds, 3))
  await ours.run(Math.min(seconds, 3))
  const samples: Row['samples'] = { ours: [], peer: [] }
  for (let round = 0; round < rounds; round++) {
    const oursFirst = round % 2 === 0
    if (oursFirst) samples.ours.push(await ours.run(seconds))
    samples.peer.push(await peer.run(seconds))
    if (!oursFirst) samples.ours.push(await ours.run(seconds))
  }
  return benchCase.ratios.map((limits) => {
    const { value, absolute } = limits
    const mine = samples.ours.map(value)
    const theirs = samples.peer.map(value)
    const ratios = absolute ? mine : mine.map((one, round) => one / (theirs[round] ?? Number.NaN))
    return {
      ...judge(benchCase.id, benchCase.title, median(ratios), limits),
      peer: peer.name,
      ours: median(mine),
      peers: median(theirs),
      rounds: ratios,
      absolute: absolute ?? false,
      note: prepared.note,
      samples,
    }
  })
}

/** Three significant digits, without an exponent. */
export const formatNumber = (value: number): string =>
  value >= 100
    ? Math.round(value).toLocaleString('en-US')
    : value.toLocaleString('en-US', { maximumSignificantDigits: 3 })

/** A ratio below 1/2 of "lower is better" reads best as a fraction, like the limits: 1/8.4. */
export const ratioText = (ratio: number, better: Limits['better']): string =>
  better === 'lower' && ratio < 0.5 ? `1/${formatNumber(1 / ratio)}` : formatNumber(ratio)

const range = (row: Row): string =>
  `${ratioText(Math.min(...row.rounds), row.better)} … ${ratioText(Math.max(...row.rounds), row.better)}`

const cpuOf = (samples: readonly Sample[]): string => formatNumber(median(samples.map(({ cpuMs }) => cpuMs)))

/** What each step of an operation took, for the rows that have steps; empty without any. */
export function stepsTable(rows: readonly Row[]): string {
  const stepped = rows.filter(({ samples }) => samples.ours[0]?.steps)
  const medianOf = (samples: readonly Sample[], step: string, part: keyof CpuMs) =>
    formatNumber(median(samples.map(({ steps }) => steps?.[step]?.[part] ?? 0)))
  const lines = stepped.flatMap(({ id, samples }) =>
    Object.keys(samples.ours[0]?.steps ?? {}).map((step) => [
      id,
      step,
      ...[samples.ours, samples.peer].flatMap((side) => [
        medianOf(side, step, 'server'),
        medianOf(side, step, 'database'),
      ]),
    ]),
  )
  const head = ['id', 'step', 'our server', 'our PostgreSQL', 'their server', 'their PostgreSQL']
  return lines.length > 0 ? table([head, ...lines]) : ''
}

/** The table for people. */
export const ratioTable = (rows: readonly Row[]): string =>
  table([
    [
      'id',
      'job',
      'against',
      'metric',
      'ours',
      'theirs',
      'ratio',
      'rounds',
      'must',
      'aim',
      'moonshot',
      'reached',
      'CPU ms',
      'note',
    ],
    ...rows.map((row) => [
      row.id,
      row.title,
      row.peer,
      row.of,
      formatNumber(row.ours),
      formatNumber(row.peers),
      row.absolute ? '' : ratioText(row.ratio, row.better),
      range(row),
      `${row.better === 'higher' ? '≥' : '≤'} ${ratioText(row.must, row.better)}`,
      `${row.better === 'higher' ? '≥' : '≤'} ${ratioText(row.aim, row.better)}`,
      `${row.better === 'higher' ? '≥' : '≤'} ${ratioText(row.moonshot, row.better)}`,
      row.verdict,
      row.samples.ours.some(({ cpuMs }) => cpuMs > 0) ? `${cpuOf(row.samples.ours)} : ${cpuOf(row.samples.peer)}` : '',
      row.note,
    ]),
  ])
