import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { updateHeldPlace } from './participant-queries.ts'
import type { Slot } from './participant-slots.ts'
import { lockSession } from './queries.ts'
import { toRoom } from './room-events.ts'

export type PersonState = {
  audio?: boolean | undefined
  video?: boolean | undefined
  screen?: boolean | undefined
  handRaised?: boolean | undefined
}

/** Shows the others what of someone is on. The screen is the educator's to share. Throws forbidden, not_in_room. */
export async function setState(
  { db }: Pick<FeatureDeps, 'db'>,
  held: Slot & { socketId: string },
  { audio, video, screen, handRaised }: PersonState,
): Promise<void> {
  if (screen && !held.isEducator) throw new DomainError('forbidden', 'Only the educator can share a screen')
  const changes = {
    ...(audio !== undefined && { audio }),
    ...(video !== undefined && { video }),
    ...(screen !== undefined && { screen }),
    ...(handRaised !== undefined && { hand_raised: handRaised }),
  }
  if (Object.keys(changes).length === 0) return
  await transact(db, async (tx) => {
    await lockSession(tx, held.roomId)
    if (!(await updateHeldPlace(tx, held, changes))) throw new DomainError('not_in_room')
    tx.publish(toRoom({ kind: 'people', room: held.roomId }))
  })
}
