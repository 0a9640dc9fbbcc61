import type { LiveRole, Participant, RoomStatus } from '@virtual-courses/contract'
import { mediaPeer } from '@virtual-courses/contract'
import { createForwarded, type Forwarded, type ForwardedState } from './forwarded.ts'
import { iceServersFor } from './ice-servers.ts'
import type { LayerChoice } from './layers.ts'
import { isRelayOnly } from './line-check.ts'
import { isSent, type LocalMediaControl } from './local-media.ts'
import { createMesh, type Link } from './mesh.ts'
import { createOwnLevel } from './own-level.ts'
import { readCandidate, readDescription } from './signal.ts'
import { createSpeaking } from './speaking.ts'
import { createViewing } from './viewing.ts'

export type RoomMediaOptions = {
  lectureId: string
  isOwner: boolean
  media: LocalMediaControl
  /** sends a signal to a peer, or to the media server */
  signal: (name: 'offer' | 'answer' | 'ice-candidate', payload: object) => void
  chooseLayers: (streams: LayerChoice[]) => void
  renew: () => void
  onChange: () => void
}

/** Time for which both ways stay after the media server's came up, in milliseconds: the others may need longer. */
const overlapMs = 10_000

/** Time after the last sign of another network until the connections are made again, in milliseconds. */
const networkMs = 300

/** Sound and pictures of a room: from browser to browser, or through a media server, and the move from one to the other. */
export function createRoomMedia(options: RoomMediaOptions) {
  const { lectureId, isOwner, media, signal, chooseLayers, renew, onChange } = options
  const iceServers = iceServersFor(lectureId)
  const viewing = createViewing(chooseLayers)
  const own = createOwnLevel(media)
  let forwarded: Forwarded | null = null
  let me = ''
  let role: LiveRole | null = null
  let overlap: ReturnType<typeof setTimeout> | undefined
  let meshClosed = false
  let hasOthers = false

  const mine = () => media.store.read()
  const isListening = (): boolean => role === 'listener'
  const mesh = createMesh({
    iceServers,
    relayOnly: isRelayOnly,
    tracks: () => ({ audio: mine().audio.track, video: mine().screen ?? mine().video.track }),
    sending: () => ({ what: mine().screen ? 'screen' : 'camera', isEducator: isOwner }),
    send(to, what) {
      if ('sdp' in what) signal(what.type, { [what.type]: what, to })
      else signal('ice-candidate', { candidate: what, to })
    },
    onChange,
  })
  const speaking = createSpeaking(function* () {
    for (const [peerId, { level }] of links()) yield [peerId, level()] as const
    if (me) yield [me, own.level()] as const
  })

  function links(): ReadonlyMap<string, Link> {
    if (!forwarded) return mesh.links()
    const all = new Map(mesh.links())
    for (const [peerId, link] of forwarded.links())
      if (link.state === 'connected' || all.get(peerId)?.state !== 'connected') all.set(peerId, link)
    return all
  }

  function closeMesh(): void {
    clearTimeout(overlap)
    meshClosed = true
    mesh.close()
    onChange()
  }

  function onForwarded(): void {
    if (!meshClosed && overlap === undefined && forwarded?.isConnected()) overlap = setTimeout(closeMesh, overlapMs)
    const pictures = [...(forwarded?.links() ?? [])].flatMap(([peerId, { screen }]) => [
      { peerId, what: 'camera' as const },
      ...(screen ? [{ peerId, what: 'screen' as const }] : []),
    ])
    viewing.setPictures(pictures)
    onChange()
  }

  const capability = () => (role === null || isListening() ? 'none' : role === 'speaker' ? 'speaker' : 'host')

  /** The room has a media server. What goes from browser to browser stays until the media server's connection is up. */
  function move(): void {
    forwarded = createForwarded({
      iceServers,
      relayOnly: isRelayOnly,
      tracks: () => {
        const { audio, video, screen, screenAudio } = mine()
        return { audio: audio.track, camera: video.track, screen, screenAudio }
      },
      isSaving: () => viewing.store.read().saving,
      hasOthers: () => hasOthers,
      send(what) {
        if ('sdp' in what) signal(what.type, { [what.type]: what, to: mediaPeer })
        else signal('ice-candidate', { candidate: what, to: mediaPeer })
      },
      renew,
      onLine: viewing.setLine,
      onChange: onForwarded,
    })
    forwarded.setRole(capability())
    media.setLarge(capability() === 'host')
    if (mesh.ids().length === 0) closeMesh()
  }

  let saving = viewing.store.read().saving
  const stopViewing = viewing.store.subscribe(() => {
    const now = viewing.store.read().saving
    if (now !== saving) forwarded?.tune()
    saving = now
  })

  const network = (navigator as { connection?: EventTarget }).connection
  // not when the line goes: the connection may outlive that, and another one could not be agreed
  let changed: ReturnType<typeof setTimeout> | undefined
  // one change comes as several events
  const onNetwork = () => {
    clearTimeout(changed)
    changed = setTimeout(() => navigator.onLine && forwarded?.changeNetwork(), networkMs)
  }
  const onVisible = () => !document.hidden && forwarded?.retry()
  window.addEventListener('online', onNetwork)
  network?.addEventListener?.('change', onNetwork)
  document.addEventListener('visibilitychange', onVisible)

  return {
    viewing,
    speaking: speaking.store,
    links,
    state: (): ForwardedState | null => forwarded?.state() ?? null,
    /** Whether nothing connects this page to the others: it was loaded again. */
    isFresh: (): boolean => mesh.ids().length === 0 && !forwarded?.isConnected(),
    /** Sets my peer id and the state of the room, after each entry. */
    enter(peerId: string, status: RoomStatus): void {
      me = peerId
      mesh.enter(peerId)
      this.setStatus(status)
      if (!forwarded) mesh.reconnect()
      viewing.again()
    },
    setStatus({ media: how }: RoomStatus): void {
      if (how === 'forwarded' && !forwarded) move()
    },
    /** Sets my role. Who only listens gives the devices back. */
    setRole(now: LiveRole): void {
      if (now === role) return
      role = now
      if (isListening()) media.rest()
      media.setLarge(forwarded !== null && capability() === 'host')
      forwarded?.setRole(capability())
    },
    /** Sets who else is here and connected. */
    setPeople(here: readonly Pick<Participant, 'peerId' | 'connected' | 'role'>[]): void {
      hasOthers = here.some(({ connected, role: theirs }) => connected && theirs !== 'listener')
      if (meshClosed) return
      mesh.keep(new Set(here.map(({ peerId }) => peerId)))
      if (!forwarded) mesh.expect(here.filter(({ connected }) => connected).map(({ peerId }) => peerId))
    },
    /** Someone came into the room. */
    meet: (peerId: string): void => {
      if (!forwarded) mesh.meet(peerId)
    },
    drop: (peerId: string): void => {
      if (!meshClosed) mesh.drop(peerId)
    },
    takeOffer(sender: string, offer: unknown): void {
      const description = readDescription(offer, 'offer')
      if (!description) return
      if (sender === mediaPeer) forwarded?.takeOffer(description)
      else if (!meshClosed) mesh.takeOffer(sender, description)
    },
    takeAnswer(sender: string, answer: unknown): void {
      const description = readDescription(answer, 'answer')
      if (!description) return
      if (sender === mediaPeer) forwarded?.takeAnswer(description)
      else if (!meshClosed) mesh.takeAnswer(sender, description)
    },
    takeCandidate(sender: string, candidate: unknown): void {
      const read = readCandidate(candidate)
      if (!read) return
      if (sender === mediaPeer) forwarded?.takeCandidate(read)
      else if (!meshClosed) mesh.takeCandidate(sender, read)
    },
    takeFeeds: (feeds: Parameters<Forwarded['takeFeeds']>[0]): void => forwarded?.takeFeeds(feeds),
    ready(): void {
      // may overtake the state of the room
      if (!forwarded) move()
      forwarded?.ready()
      viewing.again()
    },
    lose: (): void => forwarded?.lose(),
    retry: (): void => forwarded?.retry(),
    sendTracks(): void {
      if (!meshClosed) mesh.sendTracks()
      forwarded?.sendTracks()
    },
    /** What the others are told that this participant has switched on. */
    flags() {
      const { audio, video, screen } = mine()
      if (isListening()) return { audio: false, video: false, screen: false }
      // beside a camera in a room with a media server, in its place in a mesh
      const picture = isSent(video) || (screen !== null && !forwarded)
      return { audio: isSent(audio), video: picture, screen: screen !== null }
    },
    close(): void {
      clearTimeout(overlap)
      clearTimeout(changed)
      window.removeEventListener('online', onNetwork)
      network?.removeEventListener?.('change', onNetwork)
      document.removeEventListener('visibilitychange', onVisible)
      stopViewing()
      speaking.close()
      own.close()
      viewing.close()
      mesh.close()
      forwarded?.close()
    },
  }
}
