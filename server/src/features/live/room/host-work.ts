import { msg } from '@lingui/core/runtime-macro'
import { DomainError } from '#core/domain-error.ts'
import type { Db } from '#core/executor.ts'
import { type Tx, transact } from '#core/transact.ts'
import { lockSession, type SessionRow } from '../queries.ts'
import { isHost, isOver } from '../rules.ts'
import { findMember, type Member } from './participant-queries.ts'
import type { Slot } from './slots.ts'

/** A host at work in a locked room. */
export type HostWork = {
  tx: Tx
  session: SessionRow
  me: Member
  /** Returns someone of the room over whom this host has a say. Throws not_found, forbidden. */
  other(peerId: string): Promise<Member>
}

export const notInRoom = () => new DomainError('not_found', msg`This person is not in the room any more`)

export const forHosts = () =>
  new DomainError('forbidden', msg`Only the educator and co-hosts of this session can do this`)

/** Does work of a host, whose role is read when the room is locked. Throws not_in_room, and forbidden for everyone else. */
export async function asHost(db: Db, { roomId, peerId }: Slot, work: (host: HostWork) => Promise<void>): Promise<void> {
  await transact(db, async (tx) => {
    const session = await lockSession(tx, roomId)
    const me = await findMember(tx, roomId, peerId)
    if (!session || !me) throw new DomainError('not_in_room')
    if (!isHost(me.role)) throw forHosts()
    const other = async (peer: string): Promise<Member> => {
      const member = await findMember(tx, roomId, peer)
      if (!member) throw notInRoom()
      if (!isOver(me.role, member.role))
        throw new DomainError('forbidden', msg`Only the educator of this session can do this`)
      return member
    }
    await work({ tx, session, me, other })
  })
}
