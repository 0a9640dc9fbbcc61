import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { deleteHeldPlace, updateHeldPlace } from './participant-queries.ts'
import type { Slot } from './participant-slots.ts'
import { lockSession, markEducatorSeen } from './queries.ts'
import { toRoom } from './room-events.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>
type Held = Slot & { socketId: string }

/** Gives up a socket's place for good. Nothing happens when another socket sits on it by now. */
export async function leaveRoom({ db, clock }: Deps, held: Held): Promise<void> {
  await transact(db, async (tx) => {
    await lockSession(tx, held.roomId)
    if (!(await deleteHeldPlace(tx, held))) return
    if (held.isEducator) await markEducatorSeen(tx, held.roomId, clock.now())
    tx.publish(toRoom({ kind: 'left', room: held.roomId, peer: held.peerId }))
  })
}

/** A socket's line was lost: its place is kept for a while. */
export async function keepPlace({ db, clock }: Deps, held: Held): Promise<void> {
  await transact(db, async (tx) => {
    await lockSession(tx, held.roomId)
    const now = clock.now()
    if (!(await updateHeldPlace(tx, held, { connected: false, seen_at: now }))) return
    if (held.isEducator) await markEducatorSeen(tx, held.roomId, now)
    tx.publish(toRoom({ kind: 'people', room: held.roomId }))
  })
}
