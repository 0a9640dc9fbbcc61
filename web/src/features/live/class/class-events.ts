import { t } from '@lingui/core/macro'
import { events, type GivenRole } from '@virtual-courses/contract'
import type { LiveConnection } from '#lib/connection/live-connection.ts'
import { toast } from '#ui/overlays/toast.ts'
import type { LocalMediaControl } from '../media/local-media.ts'
import type { createRoomMedia } from '../media/room-media.ts'
import { personOf, type RoomChange, type RoomState } from '../room-state.ts'

type Listened = {
  live: LiveConnection
  roomId: string
  isOver: () => boolean
  traffic: ReturnType<typeof createRoomMedia>
  media: LocalMediaControl
  change: (what: RoomChange) => void
  /** joins again, with the slot that this page has */
  enter: () => void
}

/** Subscribes to the events of classes: media server, moderation, waiting room. */
export function listenToClass({ live, roomId, isOver, traffic, media, change, enter }: Listened): void {
  const { live: names } = events
  const isOurs = (event: { roomId: string }): boolean => event.roomId === roomId && !isOver()
  live.on(names.roomStatus, (event) => {
    if (!isOurs(event)) return
    traffic.setStatus(event.status)
    change({ kind: 'status', status: event.status })
  })
  live.on(names.feeds, (event) => isOurs(event) && traffic.takeFeeds(event.feeds))
  live.on(names.mediaReady, (event) => isOurs(event) && traffic.ready())
  live.on(names.mediaLost, (event) => isOurs(event) && traffic.lose())
  live.on(names.waiting, (event) => isOurs(event) && change({ kind: 'waiting', people: event.people }))
  live.on(names.admitted, (event) => isOurs(event) && enter())
  live.on(names.cameraOffRequested, (event) => {
    if (!isOurs(event) || !media.store.read().video.on) return
    void media.turn('video', false)
    toast.info(t`Your camera was switched off by a host`)
  })
}

type Send = (name: string, payload: object, failure: string) => Promise<{ ok: true } | null>

/** What hosts do with people and with the room. */
export function moderation(send: Send) {
  return {
    setRole: (peerId: string, role: GivenRole) => send('set-role', { peerId, role }, t`The role was not changed`),
    muteAll: () => send('mute-all', {}, t`The microphones were not muted`),
    cameraOff: (peerId: string) => send('camera-off', { peerId }, t`The camera was not switched off`),
    setRoom: (what: { locked?: boolean; waitingRoom?: boolean }) => send('set-room', what, t`The room was not changed`),
    setBoard: (what: { shown?: boolean; speakersDraw?: boolean }) =>
      send('set-board', what, t`The whiteboard was not changed`),
    admit: (peerId: string) => send('admit', { peerId }, t`The participant was not admitted`),
    admitAll: () => send('admit', { all: true }, t`The participants were not admitted`),
  }
}

/** Returns a sentence about a change of my own role; null when it is the same. */
export function roleChange(before: RoomState, now: RoomState): string | null {
  const [was, is] = [personOf(before)?.role, personOf(now)?.role]
  if (was === is || was === undefined || is === undefined || before.me !== now.me) return null
  if (is === 'cohost') return t`You are a co-host now`
  if (is === 'listener') return t`You are listening now`
  return was === 'listener' ? t`You may speak now` : t`You are not a co-host any more`
}
