import { setTimeout as sleep } from 'node:timers/promises'
import { type Judged, judge, type Limits } from './lib/bench-case.ts'
import type { Environment } from './lib/environment.ts'
import { openLiveClass } from './lib/live-class.ts'
import { treeMemory } from './lib/machine.ts'
import { median, table } from './lib/report.ts'
import { openSocketConnection } from './lib/room-load.ts'
import { openBareConnection, startBareWs } from './peers/bare-servers.ts'

export type IdleSocketsRow = { what: string; connections: number; bytesEach: number; rounds: number[] }

const people = 200
const socketsEach = 15
const rounds = 3
/** Until memory has settled, milliseconds. */
const settleMs = 8000
/** kB a connection that ours may take. */
const limits: Limits = { of: 'kB', better: 'lower', must: 60, aim: 30, moonshot: 15 }

type Opened = { close: () => void }

/** How much the memory of a process grows with idle connections. */
async function growth(pid: number, open: (index: number) => Promise<Opened>): Promise<number> {
  await sleep(settleMs)
  const before = treeMemory(pid).pssBytes
  const opened: Opened[] = []
  for (let index = 0; index < people * socketsEach; index++) opened.push(await open(index))
  await sleep(settleMs)
  const after = treeMemory(pid).pssBytes
  for (const one of opened) one.close()
  return (after - before) / opened.length
}

/**
 * Memory of an idle connection: a signed-in browser's socket that receives its events, and one of the bare library. Each round has fresh
 * processes: memory that a process has allocated is not returned.
 */
export async function measureIdleSockets(environment: Environment): Promise<IdleSocketsRow[]> {
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round++) {
    const opened = await openLiveClass(environment, `l10_${round}`, people)
    try {
      const { server, cookies } = opened
      // each person has an address: one that opens all of these connections in a minute is over a limit
      const open = (index: number) =>
        openSocketConnection(server.origin, cookies[index % people] ?? '', () => {}, `10.1.0.${index % people}`)
      ours.push(await growth(server.pid, open))
    } finally {
      await opened.server.stop()
    }
    const peer = await startBareWs(environment.folderFor(`l10-bare-${round}`))
    try {
      bare.push(await growth(peer.pid, () => openBareConnection(peer.origin, () => {})))
    } finally {
      await peer.stop()
    }
  }
  const connections = people * socketsEach
  return [
    { what: 'L10 idle socket of a signed-in browser', connections, bytesEach: median(ours), rounds: ours },
    { what: '  idle socket of raw ws', connections, bytesEach: median(bare), rounds: bare },
  ]
}

const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

/** L10. */
export const judgeIdleSockets = (rows: readonly IdleSocketsRow[]): Judged[] =>
  rows.slice(0, 1).map(({ bytesEach }) => judge('L10', 'idle socket', bytesEach / 1000, limits))

/** The table for people. */
export const idleSocketsTable = (rows: readonly IdleSocketsRow[]): string =>
  table([
    ['memory a connection', 'connections', 'each (PSS)', 'rounds', 'must', 'aim', 'reached'],
    ...rows.map(({ what, connections, bytesEach, rounds: all }, at) => [
      what,
      String(connections),
      kb(bytesEach),
      `${kb(Math.min(...all))} … ${kb(Math.max(...all))}`,
      ...(at === 0
        ? [`≤ ${limits.must} kB`, `≤ ${limits.aim} kB`, judgeIdleSockets(rows)[0]?.verdict ?? '']
        : ['', '', '']),
    ]),
  ])
