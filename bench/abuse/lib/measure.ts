import { setTimeout as sleep } from 'node:timers/promises'
import { treeMemory } from '../../lib/processes.ts'
import { quantile } from '../../lib/stats.ts'
import { type Action, honestAddress, partTimeoutMs } from './honest.ts'

export type Latency = { p50: number; p99: number; count: number; errors: number }
export type Honest = Record<string, Latency>
export type Window = { honest: Honest; why: Record<string, number>; peakBytes: number }

const lookMs = 250

/** Looks at the memory (PSS) of the server and all its processes until stopped; returns the highest figure in bytes. */
export function watchMemory(pid: number): () => number {
  let peak = treeMemory(pid).pssBytes
  const timer = setInterval(() => {
    peak = Math.max(peak, treeMemory(pid).pssBytes)
  }, lookMs)
  return () => {
    clearInterval(timer)
    return Math.max(peak, treeMemory(pid).pssBytes)
  }
}

/**
 * Lets honest users act for `ms`. Each action begins at its pace whether the one before has ended or not: a server that stalls
 * is measured by all who wait for it. Waits until the last of them has its answer or has given up.
 */
export async function measureHonest(pid: number, actions: readonly Action[], ms: number): Promise<Window> {
  const peak = watchMemory(pid)
  const why: Record<string, number> = {}
  // in the order of the actions, whichever ends first
  const honest: Honest = Object.fromEntries(actions.map(({ name }) => [name, { p50: 0, p99: 0, count: 0, errors: 0 }]))
  const end = performance.now() + ms
  await Promise.all(
    actions.map(async ({ name, everyMs, act }, index) => {
      const times: number[] = []
      let errors = 0
      const going: Promise<void>[] = []
      const once = async () => {
        const begun = performance.now()
        try {
          await act(honestAddress())
          times.push(performance.now() - begun)
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error)
          const key = reason === 'timeout' ? `${name} timeout` : reason
          why[key] = (why[key] ?? 0) + 1
          errors++
          times.push(Math.max(partTimeoutMs, performance.now() - begun))
        }
      }
      // not all at the same moment
      await sleep(index * 37)
      while (performance.now() < end) {
        going.push(once())
        await sleep(everyMs)
      }
      await Promise.all(going)
      times.sort((a, b) => a - b)
      honest[name] = { p50: quantile(times, 0.5), p99: quantile(times, 0.99), count: times.length, errors }
    }),
  )
  return { honest, why, peakBytes: peak() }
}
