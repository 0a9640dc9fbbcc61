import { setTimeout as sleep } from 'node:timers/promises'
import type { Sample, Side } from './bench-case.ts'
import { treeCpuMs } from './processes.ts'
import { quantile } from './stats.ts'

/** A room full of clients: `say` sends a chat message of one of them. */
export type LoadedRoom = {
  name: string
  people: number
  say: (person: number, message: string) => void
  /** processes whose time is the server's, and PostgreSQL's */
  pids: { server: number; database?: number }
}

const messagesPerSecond = 50
/** after the last message, the rest may take so long, milliseconds */
const partTimeoutMs = 60_000

/** What clients heard, by the number that stands in each message. */
export function createEars() {
  const sentAt: number[] = []
  const delays: number[] = []
  return {
    sentAt,
    delays,
    /** Takes the text of whatever a client got; only chat messages of this driver count. */
    hear(text: string): void {
      if (!text.startsWith('["receive-message"')) return
      const from = text.indexOf('bench:') + 6
      const sent = sentAt[Number(text.slice(from, text.indexOf(':', from)))]
      if (sent !== undefined) delays.push(performance.now() - sent)
    },
  }
}

/** Lets people of a room speak in turn, 50 messages a second, each heard by all others. Throws when one is missing. */
export function roomSide(room: LoadedRoom, ears: ReturnType<typeof createEars>): Side {
  let speaker = 0
  return {
    name: room.name,
    async run(seconds): Promise<Sample> {
      ears.delays.length = 0
      const cpuOf = (pid: number | undefined) => (pid === undefined ? 0 : treeCpuMs(pid))
      const before = { server: cpuOf(room.pids.server), database: cpuOf(room.pids.database) }
      const begun = performance.now()
      const count = Math.round(seconds * messagesPerSecond)
      for (let sent = 0; sent < count; sent++) {
        const due = begun + (sent * 1000) / messagesPerSecond
        const early = due - performance.now()
        if (early > 0) await sleep(early)
        ears.sentAt.push(performance.now())
        room.say(
          speaker++ % room.people,
          `bench:${ears.sentAt.length - 1}: a sentence of a usual length, as people write in a chat`,
        )
      }
      const expected = count * (room.people - 1)
      const deadline = performance.now() + partTimeoutMs
      while (ears.delays.length < expected && performance.now() < deadline) await sleep(20)
      if (ears.delays.length !== expected)
        throw new Error(`${room.name}: ${ears.delays.length} of ${expected} deliveries came`)
      const elapsed = (performance.now() - begun) / 1000
      const server = cpuOf(room.pids.server) - before.server
      const database = cpuOf(room.pids.database) - before.database
      const delays = Float64Array.from(ears.delays).sort()
      return {
        operations: expected,
        perSecond: expected / elapsed,
        serverCpuMs: server / expected,
        cpuMs: (server + database) / expected,
        p50Ms: quantile(delays, 0.5),
        p99Ms: quantile(delays, 0.99),
      }
    },
  }
}
