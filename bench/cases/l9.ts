import type { BenchCase, Side } from '../lib/bench-case.ts'
import { type LiveClass, openLiveClass } from '../lib/live-class.ts'
import { expectThat } from '../lib/probe.ts'
import { createEars, roomSide } from '../lib/room-load.ts'
import { openSocketLine, type SocketLine } from '../lib/socket-line.ts'
import { openBareLine, startBareWs } from '../peers/bare-ws.ts'

const people = 1000

/** Everybody of the class in its room. */
async function ourRoom({ server, databasePid, lectureId, cookies }: LiveClass): Promise<Side & { close: () => void }> {
  const start = await fetch(`${server.origin}/api/live/start-live/${lectureId}`, {
    method: 'POST',
    headers: { cookie: cookies[0] ?? '' },
  })
  const { roomId } = (await start.json()) as { roomId: string }
  const ears = createEars()
  const lines: SocketLine[] = []
  for (const cookie of cookies) {
    const line = await openSocketLine(server.origin, cookie, ears.hear)
    const joined = (await line.ask('join-room', roomId)) as { ok: boolean }
    expectThat(joined.ok, `nobody more than ${lines.length} was let in: ${JSON.stringify(joined).slice(0, 200)}`)
    lines.push(line)
  }
  const say = (person: number, message: string) => lines[person]?.emit('send-message', { message, roomId })
  const pids = { server: server.pid, database: databasePid }
  return {
    ...roomSide({ name: 'Virtual Courses', people: lines.length, say, pids }, ears),
    close: () => {
      for (const line of lines) line.close()
    },
  }
}

/** A live room: each message is checked, written down and delivered to 999 others. */
export const l9: BenchCase = {
  id: 'L9',
  title: `live room, ${people} people, 50 messages/s`,
  ratios: [
    { of: 'CPU per delivery', value: ({ cpuMs }) => cpuMs, better: 'lower', must: 3, aim: 1.6 },
    { of: 'p99 ms', value: ({ p99Ms }) => p99Ms, better: 'lower', must: 100, aim: 30, absolute: true },
  ],
  prepare: async (house) => {
    const opened = await openLiveClass(house, 'l9', people)
    const bare = await startBareWs(house.folderFor('l9-bare'))
    const room = await ourRoom(opened)
    const ears = createEars()
    const lines = await Promise.all(Array.from({ length: people }, () => openBareLine(bare.origin, ears.hear)))
    const say = (person: number, message: string) => lines[person]?.send(JSON.stringify({ message }))
    return {
      ours: room,
      peer: roomSide({ name: 'raw ws', people, say, pids: { server: bare.pid } }, ears),
      note: 'with PostgreSQL; theirs keeps nothing',
      stop: async () => {
        room.close()
        for (const line of lines) line.close()
        await bare.stop()
        await opened.server.stop()
      },
    }
  },
}
