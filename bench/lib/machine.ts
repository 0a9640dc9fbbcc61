import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { findProgram } from '../../scripts/prepare/system-programs.ts'
import { driverName } from './load.ts'

/** The kernel counts CPU time in ticks; on nearly every Linux there are 100 a second. */
const tickMs = 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

type Stat = { pid: number; parent: number; ticks: number }

/** Reads one line of /proc; null when the process ended meanwhile. Its name may contain spaces and brackets, so fields are counted from the last bracket. */
const readStat = (pid: number): Stat | null => {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    // fields[0] is the state: user, system, and the same two of the children that were already reaped, are at 11 to 14
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0)
    return { pid, parent: Number(fields[1]), ticks }
  } catch {
    return null
  }
}

/** A process and all its living descendants. */
const tree = (root: number): Stat[] => {
  const all = readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid))
    .map(readStat)
    .filter((stat) => stat !== null)
  const found = all.filter((stat) => stat.pid === root)
  for (const stat of found) found.push(...all.filter((other) => other.parent === stat.pid))
  return found
}

/**
 * CPU time, user and system, of a process tree since it began, in milliseconds. All threads count (the kernel adds them up
 * per process), and so do children that have ended; the step is one tick, 10 ms.
 */
export const treeCpuMs = (root: number): number => tree(root).reduce((sum, stat) => sum + stat.ticks * tickMs, 0)

export type Memory = { rssBytes: number; pssBytes: number }

const kilobytes = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024

/** Resident and proportional memory of a process tree in bytes; the proportional one counts shared pages once. */
export const treeMemory = (root: number): Memory => {
  const memory = { rssBytes: 0, pssBytes: 0 }
  for (const { pid } of tree(root)) {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      memory.rssBytes += kilobytes(rollup, 'Rss')
      memory.pssBytes += kilobytes(rollup, 'Pss')
    } catch {
      // the process ended between the two reads
    }
  }
  return memory
}

/** Proportional memory of a process tree in bytes, by what it is: of the root, what files are mapped to and all else, and the children. */
export function memoryParts(root: number): { files: number; own: number; children: number } {
  const parts = { files: 0, own: 0, children: 0 }
  let kind: 'files' | 'own' = 'own'
  for (const line of readFileSync(`/proc/${root}/smaps`, 'utf8').split('\n')) {
    const mapping = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \d+\s*(.*)$/.exec(line)
    if (mapping) kind = mapping[1]?.startsWith('/') ? 'files' : 'own'
    parts[kind] += line.startsWith('Pss:') ? kilobytes(line, 'Pss') : 0
  }
  for (const { pid } of tree(root)) if (pid !== root) parts.children += treeMemory(pid).pssBytes
  return parts
}

export type Machine = {
  at: string
  cores: number
  cpu: string
  memoryGiB: number
  /** one-minute load average before the first run: above the number of cores the machine is busy with something else */
  loadBefore: number
  node: string
  driver: string
  nginx: string
}

const nginxVersion = (): string => {
  const nginx = findProgram('nginx')
  if (!nginx) return 'none'
  // it prints its version on standard error
  return execFileSync('sh', ['-c', '"$0" -v 2>&1', nginx], { encoding: 'utf8' }).trim().replace(/^.*\//, '')
}

/** The facts without which a result means nothing. */
export const machineFacts = (): Machine => ({
  at: new Date().toISOString(),
  cores: availableParallelism(),
  cpu: cpus()[0]?.model ?? 'unknown',
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  loadBefore: Number(loadavg()[0]?.toFixed(2)),
  node: process.version,
  driver: driverName(),
  nginx: nginxVersion(),
})
