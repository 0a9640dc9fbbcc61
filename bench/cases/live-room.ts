import type { BenchCase, Side } from '../lib/bench-case.ts'
import type { Started } from '../lib/child.ts'
import { expectThat } from '../lib/http-side.ts'
import { type LiveClass, openLiveClass } from '../lib/live-class.ts'
import { createReceiver, openSocketConnection, roomSide, type SocketConnection } from '../lib/room-load.ts'
import { openBareConnection, startBareWs } from '../peers/bare-servers.ts'

const people = 1000

/** Connects everyone of the class to its room. */
async function ourRoom({ server, databasePid, lectureId, cookies }: LiveClass, started: Started): Promise<Side> {
  const start = await fetch(`${server.origin}/api/live/start-live/${lectureId}`, {
    method: 'POST',
    headers: { cookie: cookies[0] ?? '' },
  })
  const { roomId } = (await start.json()) as { roomId: string }
  const receiver = createReceiver()
  const connections: SocketConnection[] = []
  await started.keep({
    stop: () => {
      for (const connection of connections) connection.close()
    },
  })
  for (const cookie of cookies) {
    const connection = await openSocketConnection(server.origin, cookie, receiver.receive)
    const joined = (await connection.ask('join-room', roomId)) as { ok: boolean }
    expectThat(
      joined.ok,
      `only ${connections.length} participants were admitted: ${JSON.stringify(joined).slice(0, 200)}`,
    )
    connections.push(connection)
  }
  const say = (person: number, message: string) => connections[person]?.emit('send-message', { message, roomId })
  const pids = { server: server.pid, database: databasePid }
  return roomSide({ name: 'Virtual Courses', people: connections.length, say, pids }, receiver)
}

/** A live room: each message is checked, stored and delivered to 999 others. */
export const l9: BenchCase = {
  id: 'L9',
  title: `live room, ${people} people, 50 messages/s`,
  ratios: [
    { of: 'CPU per delivery', value: ({ cpuMs }) => cpuMs, better: 'lower', must: 3, aim: 2, moonshot: 1.5 },
    { of: 'p99 ms', value: ({ p99Ms }) => p99Ms, better: 'lower', must: 100, aim: 40, moonshot: 20, absolute: true },
  ],
  prepare: async (environment, started) => {
    const opened = await openLiveClass(environment, 'l9', people)
    await started.keep(opened.server)
    const bare = await started.keep(startBareWs(environment.folderFor('l9-bare')))
    const room = await ourRoom(opened, started)
    const receiver = createReceiver()
    const connections = await Promise.all(
      Array.from({ length: people }, () => openBareConnection(bare.origin, receiver.receive)),
    )
    await started.keep({
      stop: () => {
        for (const connection of connections) connection.close()
      },
    })
    const say = (person: number, message: string) => connections[person]?.send(JSON.stringify({ message }))
    return {
      ours: room,
      peer: roomSide({ name: 'raw ws', people, say, pids: { server: bare.pid } }, receiver),
      note: 'with PostgreSQL; theirs keeps nothing',
    }
  },
}
