import { setTimeout as sleep } from 'node:timers/promises'
import type { House } from './lib/house.ts'
import { openLiveClass } from './lib/live-class.ts'
import { treeMemory } from './lib/processes.ts'
import { openSocketLine } from './lib/socket-line.ts'
import { median } from './lib/stats.ts'
import { table } from './lib/table.ts'
import { openBareLine, startBareWs } from './peers/bare-ws.ts'

export type IdleSocketsRow = { what: string; connections: number; bytesEach: number; rounds: number[] }

const people = 200
const socketsEach = 15
const rounds = 3
/** Until memory has settled, milliseconds. */
const settleMs = 8000
/** Bytes a connection that ours may take (L10). */
export const idleSocketLimits = { must: 60_000, aim: 30_000 }

type Opened = { close: () => void }

/** How much the memory of a process grows with connections that say nothing. */
async function growth(pid: number, open: (index: number) => Promise<Opened>): Promise<number> {
  await sleep(settleMs)
  const before = treeMemory(pid).pssBytes
  const lines: Opened[] = []
  for (let index = 0; index < people * socketsEach; index++) lines.push(await open(index))
  await sleep(settleMs)
  const after = treeMemory(pid).pssBytes
  for (const line of lines) line.close()
  return (after - before) / lines.length
}

/**
 * Memory of an idle connection: a signed-in browser's socket that hears its news, and one of the bare library. Each round has fresh
 * processes: what one has once taken it does not give back.
 */
export async function measureIdleSockets(house: House): Promise<IdleSocketsRow[]> {
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round++) {
    const opened = await openLiveClass(house, `l10_${round}`, people)
    try {
      const { server, cookies } = opened
      const open = (index: number) => openSocketLine(server.origin, cookies[index % people] ?? '', () => {})
      ours.push(await growth(server.pid, open))
    } finally {
      await opened.server.stop()
    }
    const peer = await startBareWs(house.folderFor(`l10-bare-${round}`))
    try {
      bare.push(await growth(peer.pid, () => openBareLine(peer.origin, () => {})))
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
const reached = (bytes: number): string =>
  bytes <= idleSocketLimits.aim ? 'aim' : bytes <= idleSocketLimits.must ? 'must' : 'below must'

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
        ? [`≤ ${kb(idleSocketLimits.must)}`, `≤ ${kb(idleSocketLimits.aim)}`, reached(bytesEach)]
        : ['', '', '']),
    ]),
  ])
