import type { House } from './house.ts'

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
}

export type Side = {
  name: string
  /** Works for so many seconds at full load. Throws when an answer was wrong or missing. */
  run: (seconds: number) => Promise<Sample>
}

/** One figure that a case is judged by: our value divided by the peer's. */
export type Ratio = {
  /** what is compared, as printed */
  of: string
  value: (sample: Sample) => number
  better: 'higher' | 'lower'
  must: number
  aim: number
  /** judged by our value itself; the peer's stands beside it */
  absolute?: true
}

export type Prepared = {
  ours: Side
  peer: Side
  /** facts for the row: sizes, versions */
  note: string
  stop: () => Promise<void>
}

export type BenchCase = {
  id: string
  title: string
  ratios: readonly Ratio[]
  /** Starts the peer, checks that both sides do the same job, and hands both over. Throws Missing when a tool is not there. */
  prepare: (house: House) => Promise<Prepared>
}

export const perSecond = (must: number, aim: number): Ratio => ({
  of: 'operations/s',
  value: (sample) => sample.perSecond,
  better: 'higher',
  must,
  aim,
})

export const cpu = (must: number, aim: number): Ratio => ({
  of: 'CPU ms',
  value: (sample) => sample.cpuMs,
  better: 'lower',
  must,
  aim,
})
