import { encodingFor } from './encoding.ts'
import { createPeer, type Peer, type Tracks } from './peer.ts'
import { connectionOf, type Description, isPolite } from './signal.ts'

export type LinkState = 'connecting' | 'connected' | 'broken'
/** One of the others as he is seen and heard here. */
export type Link = { stream: MediaStream; state: LinkState }

export type MeshOptions = {
  iceServers: () => Promise<RTCIceServer[]>
  tracks: () => Tracks
  /** what my video shows, and who I am to the others */
  sending: () => { what: 'camera' | 'screen'; isEducator: boolean }
  send: (to: string, signal: Description | RTCIceCandidateInit) => void
  onChange: () => void
}

/** A connection that broke off may come back by itself within so many milliseconds. */
const patienceMs = 5000
/** How long an offer, or a new try, may take to become a connection. Above what gathering takes on both sides. */
const attemptMs = 15_000

type Entry = { peer: Peer; tries: number; timer: ReturnType<typeof setTimeout> | undefined }

/** Connections to everybody in the room, each on its own. */
export function createMesh({ iceServers, tracks, sending, send, onChange }: MeshOptions) {
  const entries = new Map<string, Entry>()
  let me = ''
  let closed = false
  // signals of one of the others are taken in the order in which they came, though the first one waits for ICE servers
  const turns = new Map<string, Promise<unknown>>()
  let wanted: readonly string[] = []
  let vain: ReturnType<typeof setTimeout> | undefined
  /** The polite side waits longer, so that seldom both try. */
  const attempt = (id: string): number => (isPolite(me, id) ? 1.5 * attemptMs : attemptMs)

  const linkState = ({ pc }: Peer): LinkState =>
    pc.connectionState === 'connected'
      ? 'connected'
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
      // before the first negotiation, and on browsers that bar it, pictures go out as they are
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
      iceServers: servers,
      polite: isPolite(me, id),
      tracks,
      send: (signal) => entries.get(id)?.peer === peer && send(id, signal),
      onChange: () => entries.get(id)?.peer === peer && watch(id),
    })
    const entry: Entry = { peer, tries: 0, timer: undefined }
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
    if (connectionState === 'disconnected') retryIn(id, patienceMs)
    if (connectionState === 'failed') retryIn(id, isPolite(me, id) ? patienceMs : 0)
    onChange()
  }

  function retryIn(id: string, milliseconds: number): void {
    const entry = entries.get(id)
    if (!entry) return
    clearTimeout(entry.timer)
    entry.timer = setTimeout(() => inTurn(id, () => retry(id)), milliseconds)
  }

  /** First with new addresses, then with a new connection. */
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
    const before = turns.get(id) ?? Promise.resolve()
    const done = before.then(() => (closed ? undefined : step())).catch((error: unknown) => console.warn(error))
    turns.set(id, done)
  }

  return {
    /** Who I am in this room. Under another id nothing of before holds. */
    enter(peerId: string): void {
      if (me && me !== peerId) for (const id of [...entries.keys()]) drop(id)
      me = peerId
    },
    /** Somebody came, or came back with nothing: who is here already offers. */
    meet: (id: string) => inTurn(id, async () => (await begin(id))?.peer.offer()),
    takeOffer: (id: string, offer: Description) =>
      inTurn(id, async () => {
        let entry: Entry | null | undefined = entries.get(id)
        const partner = entry?.peer.partner() ?? ''
        // another connection of the other side: it was loaded anew, or gave up the one before
        if (!entry || (partner !== '' && partner !== connectionOf(offer.sdp))) entry = await begin(id)
        await entry?.peer.takeOffer(offer)
      }),
    takeAnswer: (id: string, answer: Description) =>
      inTurn(id, async () => {
        const entry = entries.get(id)
        const partner = entry?.peer.partner() ?? ''
        if (partner === '' || partner === connectionOf(answer.sdp)) return entry?.peer.takeAnswer(answer)
        await (await begin(id))?.peer.offer()
      }),
    takeCandidate: (id: string, candidate: RTCIceCandidateInit) =>
      inTurn(id, async () => entries.get(id)?.peer.takeCandidate(candidate)),
    /** Who is in the room besides me. Whoever should have offered by now and did not is offered a connection. */
    expect(ids: readonly string[]): void {
      wanted = ids
      if (vain !== undefined || wanted.every((id) => entries.has(id))) return
      vain = setTimeout(() => {
        vain = undefined
        for (const id of wanted) {
          if (!entries.has(id)) inTurn(id, async () => (entries.has(id) ? undefined : (await begin(id))?.peer.offer()))
        }
      }, attemptMs)
    },
    /** The line is back in the same place: signals were lost meanwhile, so what does not stand is tried again. */
    mend(): void {
      for (const [id, { peer }] of entries) {
        if (peer.pc.connectionState !== 'connected') retryIn(id, isPolite(me, id) ? patienceMs : 0)
      }
    },
    /** Ends what leads to somebody who left. */
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
      new Map([...entries].map(([id, { peer }]) => [id, { stream: peer.stream, state: linkState(peer) }])),
    close(): void {
      closed = true
      clearTimeout(vain)
      for (const id of [...entries.keys()]) drop(id)
    },
  }
}
