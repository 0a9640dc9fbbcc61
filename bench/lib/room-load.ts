import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Sample, Side } from './bench-case.ts'
import { treeCpuMs } from './machine.ts'
import { quantile } from './report.ts'

/** One connection of a load driver that speaks just enough of Socket.IO: far cheaper than the real client. */
export type SocketConnection = {
  /** Sends an event and waits for its acknowledgement. */
  ask: (name: string, ...args: unknown[]) => Promise<unknown>
  emit: (name: string, ...args: unknown[]) => void
  close: () => void
}

/** Connects as a signed-in browser does; `received` gets every event as its text, `["name",payload]`. */
export function openSocketConnection(
  origin: string,
  cookie: string,
  received: (text: string) => void,
  /** of the client, as the proxy before the server would say; by default that of this machine */
  address?: string,
): Promise<SocketConnection> {
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    headers: { cookie, ...(address !== undefined && { 'X-Forwarded-For': address }) },
    perMessageDeflate: false,
  })
  const waiting = new Map<string, (answer: unknown) => void>()
  let asked = 0
  const connection: SocketConnection = {
    ask: (name, ...args) =>
      new Promise((resolve) => {
        const id = String(++asked)
        waiting.set(id, resolve)
        socket.send(`42${id}${JSON.stringify([name, ...args])}`)
      }),
    emit: (name, ...args) => socket.send(`42${JSON.stringify([name, ...args])}`),
    close: () => socket.close(),
  }
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('message', (data) => {
      const text = data.toString()
      if (text.startsWith('42')) received(text.slice(2))
      else if (text.startsWith('43')) {
        const from = text.indexOf('[')
        waiting.get(text.slice(2, from))?.((JSON.parse(text.slice(from)) as unknown[])[0])
        waiting.delete(text.slice(2, from))
      } else if (text === '2') socket.send('3')
      else if (text.startsWith('0')) socket.send('40')
      else if (text.startsWith('40')) resolve(connection)
      else if (text.startsWith('44')) reject(new Error(`The server rejected a socket: ${text}`))
    })
  })
}

/** A room full of clients: `say` sends a chat message of one of them. */
export type LoadedRoom = {
  name: string
  people: number
  say: (person: number, message: string) => void
  /** processes whose time is the server's, and PostgreSQL's */
  pids: { server: number; database?: number }
}

const messagesPerSecond = 50
/** Longest wait for deliveries after the last message, milliseconds. */
const refreshTimeoutMs = 60_000

/** Records the delay of each delivery, by the number in the message. */
export function createReceiver() {
  const sentAt: number[] = []
  const delays: number[] = []
  return {
    sentAt,
    delays,
    /** Records what a client received; only chat messages of this driver count. */
    receive(text: string): void {
      if (!text.startsWith('["receive-message"')) return
      const from = text.indexOf('bench:') + 6
      const sent = sentAt[Number(text.slice(from, text.indexOf(':', from)))]
      if (sent !== undefined) delays.push(performance.now() - sent)
    },
  }
}

/** Sends 50 messages a second from the participants of a room in turn, each delivered to all others. Throws when a delivery is missing. */
export function roomSide(room: LoadedRoom, receiver: ReturnType<typeof createReceiver>): Side {
  let speaker = 0
  return {
    name: room.name,
    async run(seconds): Promise<Sample> {
      receiver.delays.length = 0
      const cpuOf = (pid: number | undefined) => (pid === undefined ? 0 : treeCpuMs(pid))
      const before = { server: cpuOf(room.pids.server), database: cpuOf(room.pids.database) }
      const begun = performance.now()
      const count = Math.round(seconds * messagesPerSecond)
      for (let sent = 0; sent < count; sent++) {
        const due = begun + (sent * 1000) / messagesPerSecond
        const early = due - performance.now()
        if (early > 0) await sleep(early)
        receiver.sentAt.push(performance.now())
        room.say(
          speaker++ % room.people,
          `bench:${receiver.sentAt.length - 1}: a sentence of a usual length, as people write in a chat`,
        )
      }
      const expected = count * (room.people - 1)
      const deadline = performance.now() + refreshTimeoutMs
      while (receiver.delays.length < expected && performance.now() < deadline) await sleep(20)
      if (receiver.delays.length !== expected)
        throw new Error(`${room.name}: ${receiver.delays.length} of ${expected} deliveries came`)
      const elapsed = (performance.now() - begun) / 1000
      const server = cpuOf(room.pids.server) - before.server
      const database = cpuOf(room.pids.database) - before.database
      const delays = Float64Array.from(receiver.delays).sort()
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
