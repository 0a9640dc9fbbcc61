import type { BenchCase, Prepared, Sample } from './bench-case.ts'
import { median } from './stats.ts'

export type Row = {
  id: string
  title: string
  of: string
  peer: string
  ours: number
  peers: number
  /** median over the rounds of ours divided by the peer's in the same round; of ours alone where the figure is absolute */
  ratio: number
  rounds: number[]
  better: 'higher' | 'lower'
  /** judged by our value alone */
  absolute: boolean
  must: number
  aim: number
  verdict: 'aim' | 'must' | 'below must'
  note: string
  samples: { ours: Sample[]; peer: Sample[] }
}

const verdict = (ratio: number, better: 'higher' | 'lower', must: number, aim: number): Row['verdict'] => {
  const reaches = (limit: number) => (better === 'higher' ? ratio >= limit : ratio <= limit)
  return reaches(aim) ? 'aim' : reaches(must) ? 'must' : 'below must'
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
  return benchCase.ratios.map(({ of, value, better, must, aim, absolute }) => {
    const mine = samples.ours.map(value)
    const theirs = samples.peer.map(value)
    const ratios = absolute ? mine : mine.map((one, round) => one / (theirs[round] ?? Number.NaN))
    const ratio = median(ratios)
    return {
      id: benchCase.id,
      title: benchCase.title,
      of,
      peer: peer.name,
      ours: median(mine),
      peers: median(theirs),
      ratio,
      rounds: ratios,
      better,
      absolute: absolute ?? false,
      must,
      aim,
      verdict: verdict(ratio, better, must, aim),
      note: prepared.note,
      samples,
    }
  })
}
