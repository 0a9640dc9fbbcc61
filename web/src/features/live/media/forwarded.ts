import type { Feed } from '@virtual-courses/contract'
import { levelOfReceiver } from './level-of.ts'
import { createLineQuality, createSampler, type LineLevel } from './line-quality.ts'
import type { Link, LinkState } from './mesh.ts'
import { createReceiving } from './receiving.ts'
import { type ConnectionState, createSending, type SentTracks } from './sending.ts'
import type { Description } from './signal.ts'

export type ForwardedState = { sending: ConnectionState; receiving: ConnectionState; lost: boolean }

export type ForwardedOptions = {
  iceServers: () => Promise<RTCIceServer[]>
  /** only the relay works in this network */
  relayOnly: () => boolean
  tracks: () => SentTracks
  isSaving: () => boolean
  /** someone else may send */
  hasOthers: () => boolean
  send: (signal: Description | RTCIceCandidateInit) => void
  /** asks the server to offer the receiving connection again */
  renew: () => void
  onLine: (line: LineLevel) => void
  onChange: () => void
}

/** Interval of the look at the line, and time without anything from the server after which the connection counts as broken, in milliseconds. */
const sampleMs = 2000
const silentMs = 5000
/** Time for which a greeting is on its way, in milliseconds: another one would begin the connections once more. */
const askedMs = 3000
/** Tries after which only the relay is used: the network may drop what goes directly. */
const triesUntilRelay = 2

const hasRelay = (servers: RTCIceServer[]): boolean =>
  servers.some(({ urls }) => [urls].flat().some((url) => url.startsWith('turn')))

/** What arrived of a connection by the last look, and whether its browser counts that: Firefox does not count checks of the connection. */
type Silence = { pc: RTCPeerConnection | null; bytes: number; since: number; counts: boolean; silent: boolean }

/** The two connections to a media server: one by which a speaker sends, one by which everyone receives. */
export function createForwarded(options: ForwardedOptions) {
  const { iceServers, relayOnly, tracks, isSaving, hasOthers, send, renew, onLine, onChange } = options
  const sample = createSampler()
  const quality = createLineQuality()
  let lost = true
  /** in another network the connections are up for some seconds still, and of no use */
  let stale = false
  let role: 'none' | 'speaker' | 'host' = 'none'
  /** the server was asked to greet again, for what is received alone where `keepsSending`; null once it has */
  let asked: { at: number; keepsSending: boolean } | null = null
  let silence: Silence = { pc: null, bytes: 0, since: 0, counts: false, silent: false }

  async function configuration(tries: number): Promise<RTCConfiguration> {
    const servers = await iceServers()
    const relay = hasRelay(servers) && (relayOnly() || tries >= triesUntilRelay)
    return { iceServers: servers, ...(relay && { iceTransportPolicy: 'relay' }) }
  }
  const sending = createSending({ configuration, tracks, isSaving, send, onChange })
  const receiving = createReceiving({ configuration, send, isExpected: hasOthers, renew: renewReceiving, onChange })

  /** The server greets again, as it does when it is back; what is sent needs no other connection for that. */
  function renewReceiving(): void {
    const at = performance.now()
    const keepsSending = !stale && sending.state() === 'connected'
    if (asked && at - asked.at < askedMs) {
      asked.keepsSending &&= keepsSending
      return
    }
    asked = { at, keepsSending }
    renew()
  }

  async function look(): Promise<void> {
    const pc = receiving.pc()
    if (pc?.connectionState !== 'connected') return
    const { bytes, ...arrived } = await sample(pc)
    const now = performance.now()
    const same = pc === silence.pc
    const still = same && bytes === silence.bytes
    const since = still ? silence.since : now
    const counts = same && (silence.counts || !still)
    const silent = counts && now - since >= silentMs
    const changed = silent !== silence.silent
    silence = { pc, bytes, since, counts, silent }
    if (changed) {
      receiving.setSilent(silent)
      onChange()
    }
    if (!silent) onLine(quality.take(arrived))
  }
  const timer = setInterval(() => void look().catch(() => {}), sampleMs)

  const receivingState = (): ConnectionState =>
    silence.silent && receiving.state() === 'connected' ? 'broken' : receiving.state()
  const linkState = (): LinkState => {
    const state = receivingState()
    return state === 'connected' || state === 'connecting' ? state : 'broken'
  }

  function takeCandidate(candidate: RTCIceCandidateInit): void {
    const isOf = (pc: RTCPeerConnection | null): boolean =>
      candidate.usernameFragment != null &&
      (pc?.remoteDescription?.sdp.includes(`a=ice-ufrag:${candidate.usernameFragment}`) ?? false)
    if (!isOf(receiving.pc())) sending.takeCandidate(candidate)
    if (!isOf(sending.pc())) receiving.takeCandidate(candidate)
  }

  const start = (): void => {
    if (role !== 'none' && !lost) sending.start(role)
  }

  return {
    /** The media server is there: what is sent may be offered, and an offer of what is received comes. */
    ready(): void {
      lost = false
      stale = false
      receiving.expect()
      if (!asked?.keepsSending || sending.state() !== 'connected') start()
      asked = null
      onChange()
    },
    /** The media server is gone: nothing is tried until it is back. */
    lose(): void {
      lost = true
      asked = null
      sending.stop()
      receiving.reset()
      onChange()
    },
    /** Sets what this participant may send; what is sent ends and begins with it. */
    setRole(now: 'none' | 'speaker' | 'host'): void {
      if (now === role) return
      role = now
      if (role === 'none') sending.stop()
      else start()
    },
    takeOffer: receiving.takeOffer,
    takeAnswer: sending.takeAnswer,
    takeFeeds: (feeds: readonly Feed[]): void => receiving.takeFeeds(feeds),
    takeCandidate,
    sendTracks: sending.sendTracks,
    tune: sending.tune,
    /** The server may have lost signals, or the user asks for another try. */
    retry(): void {
      if (lost) return
      sending.retry()
      if (silence.silent) receiving.renew()
      else receiving.retry()
    },
    /** The browser is in another network: the addresses of both connections are old. The server greets again, with which both begin again. */
    changeNetwork(): void {
      if (lost) return
      if (receiving.pc() || hasOthers()) {
        stale = true
        receiving.renew()
      } else sending.renew()
    },
    isConnected: (): boolean => !stale && receiving.state() === 'connected',
    state: (): ForwardedState => ({
      sending: sending.state(),
      receiving: receivingState(),
      lost,
    }),
    links(): ReadonlyMap<string, Link> {
      const state = linkState()
      return new Map(
        [...receiving.received()].map(([peerId, { stream, screen, audio }]) => [
          peerId,
          { stream, ...(screen && { screen }), state, level: () => levelOfReceiver(audio) },
        ]),
      )
    },
    close(): void {
      clearInterval(timer)
      sending.close()
      receiving.close()
    },
  }
}

export type Forwarded = ReturnType<typeof createForwarded>
