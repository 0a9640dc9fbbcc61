import { setTimeout as sleep } from 'node:timers/promises'
import { type JanusServer, startJanus } from '../../server/test/support/services/janus-server.ts'
import { keepStarted } from '../lib/child.ts'
import type { Environment } from '../lib/environment.ts'
import { openLiveClass } from '../lib/live-class.ts'
import type { Recorded } from '../live-forwarder/peers.ts'
import { makePlainRoom, type Sender, type Way } from './line.ts'
import { type PeersProcess, startPeers } from './peers-process.ts'
import type { Entry } from './viewer.ts'

export type ClassOptions = {
  side: Way['kind']
  people: number
  /** processes of viewers */
  processes: number
  recording: readonly Recorded[]
}

/** A class that runs: one publisher, and viewers that come and go. */
export type RunningClass = {
  janus: JanusServer
  /** of our server and of PostgreSQL; none for the plain client */
  pids: { server?: number; database?: number }
  /** of the viewers and the publisher */
  peerPids: number[]
  lectureId: string | undefined
  origin: string | undefined
  /** of the educator, who sends, then of the viewers in their order, then of some more students */
  cookies: string[]
  /** Enters as the viewer `index`, and waits for its first whole key frame. */
  enter(index: number): Promise<Entry>
  leave(index: number): Promise<void>
  /** Milliseconds until a request of the viewer for a layer was acknowledged. */
  choose(index: number): Promise<number>
  /** Sends an event of the viewer to our room. */
  act(index: number, event: string, fields: object): Promise<void>
  /** Packets that came to the viewers that are there, those that did not, and viewers to whom none came. */
  counts(): Promise<{ packets: number; missing: number; silent: number }>
  close(): Promise<void>
}

/** Longest wait for a picture, milliseconds. */
const limitMs = 30_000
/** Janus's own default. */
const janusSessionSeconds = 60
/** Those who fill a mesh, so that the room moves before anyone is measured. */
const inMesh = 6
/** Joins at a time. */
const together = 4

/** Opens a class with a publisher, without viewers but those that move it to the media server. */
export async function openClass(environment: Environment, options: ClassOptions): Promise<RunningClass> {
  const { side, people, processes, recording } = options
  const { keep, stop } = keepStarted()
  try {
    const janus = await startJanus(janusSessionSeconds)
    await keep({ stop: janus.close })
    const host = new URL(janus.url).hostname
    // the other end of the cable to Janus
    const bindAddress = host.replace(/\d+$/, (last) => String(Number(last) - 1))
    const settings = { LIVE_MEDIA: 'janus', JANUS_URL: janus.url, JANUS_API_SECRET: janus.secret }
    const ours =
      side === 'ours' ? await openLiveClass(environment, `class_${people}_${Date.now()}`, people + 20, settings) : null
    if (ours) await keep(ours.server)
    const wayOf = await (ours ? openOurRoom(ours) : openPlainRoom(janus))
    const started: PeersProcess[] = []
    const start = async () => {
      const one = startPeers()
      started.push(one)
      return keep(one)
    }
    const publisher = await start()
    const viewers = await Promise.all(Array.from({ length: processes }, start))
    const processOf = (index: number): PeersProcess => viewers[index % processes] as PeersProcess // there is at least one
    const nameOf = (index: number) => `v${index}`
    let sender: Sender | undefined
    const begin = (index: number) =>
      processOf(index).run({
        do: 'enter',
        name: nameOf(index),
        way: wayOf(index + 1),
        bindAddress,
        ...(sender && { sender }),
      })
    const picture = (index: number) => processOf(index).run({ do: 'picture', name: nameOf(index), limitMs })
    const frames = recording.map(({ atMs, packet }) => ({ atMs, packet: packet.toString('base64') }))
    await publisher.run({ do: 'open-publisher', way: wayOf(0), bindAddress, recording: frames })
    if (ours) for (let index = 0; index < inMesh; index++) await begin(index)
    sender = await publisher.run({ do: 'publish' })
    const from: Sender = sender
    // Janus lets no one subscribe before its own end of the handshake
    await sleep(1000)
    if (ours) await Promise.all(Array.from({ length: inMesh }, (_, index) => picture(index)))
    else for (let index = 0; index < inMesh; index++) await begin(index).then(() => picture(index))
    return {
      janus,
      pids: ours ? { server: ours.server.pid, database: ours.databasePid } : {},
      peerPids: started.map(({ pid }) => pid),
      lectureId: ours?.lectureId,
      origin: ours?.server.origin,
      cookies: ours?.cookies ?? [],
      async enter(index) {
        await begin(index)
        return picture(index)
      },
      leave: (index) => processOf(index).run({ do: 'leave', name: nameOf(index) }),
      choose: (index) => processOf(index).run({ do: 'choose', name: nameOf(index), sender: from }),
      act: (index, event, fields) => processOf(index).run({ do: 'act', name: nameOf(index), event, fields }),
      async counts() {
        const all = (await Promise.all(viewers.map((one) => one.run({ do: 'counts' })))).flat()
        const packets = all.reduce((sum, one) => sum + one.packets, 0)
        const missing = all.reduce((sum, one) => sum + one.missing, 0)
        return { packets, missing, silent: all.filter((one) => one.packets === 0).length }
      },
      close: stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type Ours = Awaited<ReturnType<typeof openLiveClass>>

async function openOurRoom({ server, lectureId, cookies }: Ours): Promise<(person: number) => Way> {
  const start = await fetch(`${server.origin}/api/live/start-live/${lectureId}`, {
    method: 'POST',
    headers: { cookie: cookies[0] ?? '' },
  })
  const { roomId } = (await start.json()) as { roomId: string } // by contract
  return (person) => ({
    kind: 'ours',
    origin: server.origin,
    cookie: cookies[person] ?? '',
    address: `10.1.${person >> 8}.${person & 255}`,
    roomId,
  })
}

async function openPlainRoom({ url, secret }: JanusServer): Promise<() => Way> {
  const { room, pin } = await makePlainRoom(url, secret)
  return () => ({ kind: 'plain', url, secret, room, pin })
}

/** Lets the viewers `from` to `to` enter, four at a time; returns their entries, and why some did not come in. */
export async function enterAll(
  running: RunningClass,
  from: number,
  to: number,
): Promise<{ entries: Entry[]; failures: string[] }> {
  const entries: Entry[] = []
  const failures: string[] = []
  let next = from
  const one = async () => {
    while (next < to) {
      const index = next++
      await running.enter(index).then(
        (entry) => entries.push(entry),
        (error: unknown) => failures.push(error instanceof Error ? error.message : String(error)),
      )
    }
  }
  await Promise.all(Array.from({ length: together }, one))
  return { entries, failures }
}

/** Lets viewers leave and enter again, one after the other; returns the entries of those who got a picture. */
export async function enterLate(running: RunningClass, count: number, people: number): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let at = 0; at < count; at++) {
    const index = inMesh + (at % (people - inMesh))
    await running.leave(index).catch(() => {})
    await sleep(300)
    await running.enter(index).then(
      (entry) => entries.push(entry),
      () => {},
    )
  }
  return entries
}
