import { connectionOf } from '@virtual-courses/contract'
import { createSerialQueue, type SerialQueue } from '#lib/connection/serial-queue.ts'
import { levelOf } from './level-of.ts'
import { createPeer, type Peer, type Tracks } from './peer.ts'
import { type Description, isPolite } from './signal.ts'

/** Limits of the video encoder for one connection: bits per second, frames per second. */
type Encoding = { maxBitrate: number; maxFramerate: number; scaleResolutionDownBy: number }

/**
 * Returns the encoder limits of one connection. In a mesh every participant encodes and uploads once for each of the others,
 * so video becomes smaller as people join; the educator's stays larger, a shared screen stays readable.
 * @param people in the room, the sender included
 */
export function encodingFor(people: number, what: 'camera' | 'screen', isEducator: boolean): Encoding {
  if (what === 'screen')
    return { maxBitrate: people > 3 ? 700_000 : 1_200_000, maxFramerate: 8, scaleResolutionDownBy: 1 }
  if (people <= 2) return { maxBitrate: 900_000, maxFramerate: 24, scaleResolutionDownBy: 1 }
  if (people === 3) return { maxBitrate: 500_000, maxFramerate: 20, scaleResolutionDownBy: 1 }
  if (isEducator) return { maxBitrate: 350_000, maxFramerate: 15, scaleResolutionDownBy: 1.5 }
  return { maxBitrate: 150_000, maxFramerate: 12, scaleResolutionDownBy: 2 }
}

export type LinkState = 'connecting' | 'connected' | 'broken'
/** What another participant sends. */
export type Link = {
  /** camera and microphone; in a mesh a shared screen comes in the camera's place */
  stream: MediaStream
  /** a shared screen with its sound, where it comes beside the camera */
  screen?: MediaStream
  state: LinkState
  /** the loudness at this moment, 0 to 1 */
  level: () => number
}

export type MeshOptions = {
  iceServers: () => Promise<RTCIceServer[]>
  /** only the relay works in this network */
  relayOnly?: () => boolean
  tracks: () => Tracks
  /** what my video shows, and my role */
  sending: () => { what: 'camera' | 'screen'; isEducator: boolean }
  send: (to: string, signal: Description | RTCIceCandidateInit) => void
  onChange: () => void
}

/** Grace period in which a lost connection may recover by itself, in milliseconds. */
const recoveryMs = 5000
/** Timeout of an attempt to connect, in milliseconds. Longer than gathering takes on both sides. */
const attemptMs = 15_000

/** Time without anything from the other side after which a connection counts as broken, and how often that is checked, in milliseconds. */
const silentMs = 4000
const checkMs = 1000

type Entry = {
  peer: Peer
  tries: number
  timer: ReturnType<typeof setTimeout> | undefined
  /** how much arrived by the last check, and since when nothing more did; `silent` once that is too long */
  receivedBytes: number
  since: number
  silent: boolean
}

/** Connections to all other participants, independent of each other. */
export function createMesh({ iceServers, relayOnly, tracks, sending, send, onChange }: MeshOptions) {
  const entries = new Map<string, Entry>()
  let me = ''
  let setEntered = (): void => {}
  /**
   * Resolves when my id is known, by which both sides agree who takes an offer back. Of people who join at the same moment, signals may
   * come before it: handled without it, both would be polite, and take back every offer at which they collide.
   */
  const entered = new Promise<void>((resolve) => {
    setEntered = resolve
  })
  let closed = false
  // signals of a participant are handled in their order, although the first one waits for ICE servers
  const queues = new Map<string, SerialQueue>()
  /** Who has been in a list of the room's people. Someone who just came is met before the next list. */
  let listed: ReadonlySet<string> = new Set()
  let expected: readonly string[] = []
  let expectTimer: ReturnType<typeof setTimeout> | undefined
  /** The polite side waits longer, so that seldom both try. */
  const attempt = (id: string): number => (isPolite(me, id) ? 1.5 * attemptMs : attemptMs)

  const linkState = ({ peer: { pc }, silent }: Entry): LinkState =>
    pc.connectionState === 'connected'
      ? silent
        ? 'broken'
        : 'connected'
      : pc.connectionState === 'failed' || pc.connectionState === 'disconnected'
        ? 'broken'
        : 'connecting'

  function encodeAll(): void {
    const { what, isEducator } = sending()
    const encoding = encodingFor(entries.size + 1, what, isEducator)
    for (const { peer } of entries.values()) {
      const sender = peer.pc.getSenders().find(({ track }) => track?.kind === 'video')
      const parameters = sender?.getParameters()
      if (!parameters?.encodings[0]) continue
      Object.assign(parameters.encodings[0], encoding)
      // rejected before the first negotiation and by some browsers: video is then sent unchanged
      sender?.setParameters(parameters).catch(() => {})
    }
  }

  function drop(id: string): void {
    const entry = entries.get(id)
    if (!entry) return
    clearTimeout(entry.timer)
    entries.delete(id)
    entry.peer.close()
  }

  async function begin(id: string): Promise<Entry | null> {
    const servers = await iceServers()
    if (closed) return null
    drop(id)
    const peer = createPeer({
      configuration: { iceServers: servers, ...(relayOnly?.() && { iceTransportPolicy: 'relay' }) },
      polite: isPolite(me, id),
      tracks,
      send: (signal) => entries.get(id)?.peer === peer && send(id, signal),
      onChange: () => entries.get(id)?.peer === peer && watch(id),
    })
    const entry: Entry = { peer, tries: 0, timer: undefined, receivedBytes: 0, since: performance.now(), silent: false }
    entries.set(id, entry)
    retryIn(id, attempt(id))
    onChange()
    return entry
  }

  function watch(id: string): void {
    const entry = entries.get(id)
    if (!entry) return
    const { connectionState } = entry.peer.pc
    if (connectionState === 'connected') {
      clearTimeout(entry.timer)
      entry.timer = undefined
      entry.tries = 0
      encodeAll()
    }
    if (connectionState === 'disconnected') retryIn(id, recoveryMs)
    if (connectionState === 'failed') retryIn(id, isPolite(me, id) ? recoveryMs : 0)
    onChange()
  }

  function retryIn(id: string, milliseconds: number): void {
    const entry = entries.get(id)
    if (!entry) return
    clearTimeout(entry.timer)
    entry.timer = setTimeout(() => inTurn(id, () => retry(id)), milliseconds)
  }

  /** Tries again with new addresses first, then with a new connection. */
  async function retry(id: string): Promise<void> {
    const entry = entries.get(id)
    if (!entry || entry.peer.pc.connectionState === 'connected') return
    const tries = entry.tries + 1
    const known = entry.peer.partner() !== '' && tries === 1
    const next = known ? entry : await begin(id)
    if (!next) return
    next.tries = tries
    retryIn(id, attempt(id))
    await next.peer.offer({ iceRestart: known })
  }

  function inTurn(id: string, step: () => Promise<unknown>): void {
    const queue = queues.get(id) ?? createSerialQueue()
    queues.set(id, queue)
    queue(async () => {
      await entered
      if (!closed) await step()
    }).catch(console.warn)
  }

  /** Browsers take up to half a minute to notice that the other side is gone; its last picture would stand as long. */
  async function check(entry: Entry): Promise<void> {
    if (entry.peer.pc.connectionState !== 'connected') return
    const receivedBytes = await entry.peer.receivedBytes()
    const now = performance.now()
    if (receivedBytes !== entry.receivedBytes) Object.assign(entry, { receivedBytes, since: now })
    const silent = now - entry.since >= silentMs
    if (silent === entry.silent) return
    entry.silent = silent
    onChange()
  }
  const checks = setInterval(() => {
    for (const entry of entries.values()) check(entry).catch(() => {})
  }, checkMs)

  return {
    /** Sets my peer id. With another id, the connections so far are invalid. */
    enter(peerId: string): void {
      if (me && me !== peerId) for (const id of [...entries.keys()]) drop(id)
      me = peerId
      // those who left during an outage are missing in the next list, also one whom no list had yet
      listed = new Set(entries.keys())
      setEntered()
    },
    /** Someone joined, or came back without a connection: those in the room make the offer. */
    meet: (id: string) => inTurn(id, async () => (await begin(id))?.peer.offer()),
    takeOffer: (id: string, offer: Description) =>
      inTurn(id, async () => {
        let entry: Entry | null | undefined = entries.get(id)
        const partner = entry?.peer.partner() ?? ''
        // the other side has a new connection: after a reload, or because it gave up the one before
        if (!entry || (partner !== '' && partner !== connectionOf(offer.sdp))) entry = await begin(id)
        await entry?.peer.takeOffer(offer)
      }),
    takeAnswer: (id: string, answer: Description) =>
      inTurn(id, async () => {
        const entry = entries.get(id)
        if (entry && !entry.peer.isAwaited(answer)) return
        const partner = entry?.peer.partner() ?? ''
        if (partner === '' || partner === connectionOf(answer.sdp)) return entry?.peer.takeAnswer(answer)
        await (await begin(id))?.peer.offer()
      }),
    takeCandidate: (id: string, candidate: RTCIceCandidateInit) =>
      inTurn(id, async () => entries.get(id)?.peer.takeCandidate(candidate)),
    /** Closes the connections to those who were in the list before and are not in this one. */
    keep(ids: ReadonlySet<string>): void {
      const left = [...entries.keys()].filter((id) => listed.has(id) && !ids.has(id))
      listed = ids
      for (const id of left) this.drop(id)
    },
    /** Sets who else is in the room. Anyone whose offer does not come in time is offered a connection. */
    expect(ids: readonly string[]): void {
      expected = ids
      if (expectTimer !== undefined || expected.every((id) => entries.has(id))) return
      expectTimer = setTimeout(() => {
        expectTimer = undefined
        for (const id of expected) {
          if (!entries.has(id)) inTurn(id, async () => (entries.has(id) ? undefined : (await begin(id))?.peer.offer()))
        }
      }, attemptMs)
    },
    /** The socket is connected again: signals may be lost, so connections that are not up are tried again. */
    reconnect(): void {
      for (const [id, { peer }] of entries) {
        if (peer.pc.connectionState !== 'connected') retryIn(id, isPolite(me, id) ? recoveryMs : 0)
      }
    },
    /** Closes the connection to someone who left. */
    drop(id: string): void {
      drop(id)
      encodeAll()
      onChange()
    },
    ids: (): string[] => [...entries.keys()],
    isConnected: (id: string): boolean => entries.get(id)?.peer.pc.connectionState === 'connected',
    /** My camera, microphone or screen changed. */
    sendTracks(): void {
      for (const { peer } of entries.values()) peer.sendTracks().then(encodeAll, console.warn)
    },
    links: (): ReadonlyMap<string, Link> =>
      new Map(
        [...entries].map(([id, entry]) => [
          id,
          { stream: entry.peer.stream, state: linkState(entry), level: () => levelOf(entry.peer.pc) },
        ]),
      ),
    close(): void {
      closed = true
      clearTimeout(expectTimer)
      clearInterval(checks)
      for (const id of [...entries.keys()]) drop(id)
    },
  }
}
