import { treeCpuMs, treeMemory } from '../lib/machine.ts'
import { quantile } from '../lib/report.ts'
import type { RunningClass } from './open-class.ts'

export type Cpu = { janus: number; server: number; database: number; peers: number }
export const cpuOf = ({ janus, pids, peerPids }: RunningClass): Cpu => ({
  janus: treeCpuMs(janus.pid()),
  server: pids.server === undefined ? 0 : treeCpuMs(pids.server),
  database: pids.database === undefined ? 0 : treeCpuMs(pids.database),
  peers: peerPids.reduce((sum, pid) => sum + treeCpuMs(pid), 0),
})
/** CPU seconds a minute since `before`. */
export const perMinute = (before: Cpu, after: Cpu, ms: number): Cpu => {
  const of = (name: keyof Cpu) => Math.round(((after[name] - before[name]) / ms) * 600) / 10
  return { janus: of('janus'), server: of('server'), database: of('database'), peers: of('peers') }
}
export const megabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10
export const spread = (all: readonly number[]) => {
  if (all.length === 0) return null
  const sorted = all.toSorted((a, b) => a - b)
  return { p50: Math.round(quantile(sorted, 0.5)), p99: Math.round(quantile(sorted, 0.99)) }
}

export const memoryOf = ({ janus, pids }: RunningClass) => ({
  janusMb: megabytes(treeMemory(janus.pid()).rssBytes),
  serverMb: megabytes(pids.server === undefined ? 0 : treeMemory(pids.server).rssBytes),
  databaseMb: megabytes(pids.database === undefined ? 0 : treeMemory(pids.database).pssBytes),
})
