import { msg } from '@lingui/core/runtime-macro'
import { type GivenRole, maxCohosts, maxSpeakers } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { countCohosts, deleteCohost, insertCohost, updateSession } from '../queries.ts'
import { isFull, listensAtAdmission } from '../rules.ts'
import { asHost, type HostWork, notInRoom } from './host-work.ts'
import {
  admitParticipants,
  countAdmitted,
  type Member,
  makeListeners,
  updateParticipant,
} from './participant-queries.ts'
import { toRoom } from './room-events.ts'
import type { Slot } from './slots.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'settings' | 'liveMedia'>

/** What hosts decide about a room: who speaks, who comes in. Each function throws `forbidden` to everyone else, and `not_found`. */
export const roomRule = ({ db, clock, settings, liveMedia }: Deps) => {
  const admit = async ({ tx, session }: HostWork, peerId?: string): Promise<number> => {
    const admitted = await admitParticipants(tx, { sessionId: session.id, peerId, now: clock.now() })
    const people = await countAdmitted(tx, session.id)
    if (isFull('student', people - 1, settings.current().livePeople))
      throw new DomainError('room_full', msg`There is not room for so many people. Please admit fewer.`)
    if (listensAtAdmission(session.media, people + 1, liveMedia.forwards)) await makeListeners(tx, admitted)
    for (const peer of admitted) tx.publish(toRoom({ kind: 'admitted', room: session.id, peer }))
    tx.publish(toRoom({ kind: 'waiting', room: session.id }, { kind: 'people', room: session.id }))
    return admitted.length
  }
  return {
    /** Gives a participant a role and lowers their hand. Throws speakers_full too. */
    setRole: (slot: Slot, peerId: string, role: GivenRole): Promise<void> =>
      asHost(db, slot, async (host) => {
        const member = await host.other(peerId)
        if (!member.admitted) throw notInRoom()
        await requireRole(host, member, role)
        if (role === 'cohost') await insertCohost(host.tx, slot.roomId, member.user_id)
        else await deleteCohost(host.tx, slot.roomId, member.user_id)
        const silent = role === 'listener' && { audio: false, video: false }
        await updateParticipant(host.tx, peerId, {
          role,
          hand_raised: false,
          ...(role !== 'cohost' && { screen: false }),
          ...silent,
        })
        host.tx.publish(toRoom({ kind: 'role', room: slot.roomId, peer: peerId }))
      }),

    /** Locks or opens the room, and switches its waiting room; who waits when it ends is admitted. */
    setRoom: (
      slot: Slot,
      { locked, waitingRoom }: { locked?: boolean | undefined; waitingRoom?: boolean | undefined },
    ) =>
      asHost(db, slot, async (host) => {
        const changes = {
          ...(locked !== undefined && { locked }),
          ...(waitingRoom !== undefined && { waiting_room: waitingRoom }),
        }
        if (Object.keys(changes).length === 0) return
        await updateSession(host.tx, slot.roomId, changes)
        if (waitingRoom === false) await admit(host)
        host.tx.publish(toRoom({ kind: 'room', room: slot.roomId }))
      }),

    /** Admits one or all of those who wait. Throws room_full too. */
    admit: (slot: Slot, peerId?: string): Promise<void> =>
      asHost(db, slot, async (host) => {
        const admitted = await admit(host, peerId)
        if (peerId !== undefined && admitted === 0) throw notInRoom()
      }),
  }
}

async function requireRole({ tx, session, me }: HostWork, member: Member, role: GivenRole): Promise<void> {
  if (role === 'cohost') {
    if (me.role !== 'educator') throw new DomainError('forbidden', msg`Only the educator of this session can do this`)
    if (member.role !== 'cohost' && (await countCohosts(tx, session.id)) >= maxCohosts)
      throw new DomainError(
        'speakers_full',
        msg`This session has as many co-hosts as it can have: ${{ people: String(maxCohosts) }}`,
      )
  }
  if (role === 'listener' && session.media === 'mesh')
    throw new DomainError('invalid_input', msg`In a class as small as this one everyone can speak`)
  const isNew = role === 'speaker' && member.role !== 'speaker'
  if (isNew && session.media === 'forwarded' && (await countAdmitted(tx, session.id, 'speaker')) >= maxSpeakers)
    throw new DomainError('speakers_full')
}
