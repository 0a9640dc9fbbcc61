import { slotKeptSeconds } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { MediaRoom } from '#ports/live-media.ts'
import type { SessionRow } from '../queries.ts'
import { countOthers } from '../room/participant-queries.ts'
import { mustMove } from '../rules.ts'
import { countRooms, findMediaRoom, forwardSession } from './media-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'log' | 'clock' | 'liveMedia'>

/** What is under way moves the room, and needs a room of a media server first. */
class MediaRoomNeeded extends Error {
  override name = 'MediaRoomNeeded'
}

/**
 * Runs a transaction of the session `roomId`. When it has to move the room to a media server, a room is opened there between two tries,
 * because transactions do no network; one that was not needed in the end is closed again. Throws media_away.
 */
export async function withMediaRoom<T>(
  { db, log, liveMedia }: Deps,
  roomId: string,
  work: (tx: Tx, mediaRoom: MediaRoom | null) => Promise<T>,
): Promise<T> {
  try {
    return await transact(db, (tx) => work(tx, null))
  } catch (error) {
    if (!(error instanceof MediaRoomNeeded) || !liveMedia.forwards) throw error
  }
  const opened = await liveMedia.openRoom(await countRooms(db)).catch((error: unknown) => {
    log.warn({ err: error }, 'a live room cannot move to a media server')
    throw new DomainError('media_away')
  })
  try {
    return await transact(db, (tx) => work(tx, opened))
  } finally {
    const used = await findMediaRoom(db, roomId).catch(() => opened)
    if (used?.room !== opened.room)
      liveMedia
        .closeRoom(opened)
        .catch((error: unknown) => log.warn({ err: error }, 'a room of a media server stays open'))
  }
}

type Entry = { viewerId: string; knowsServers: boolean; mediaRoom: MediaRoom | null }

/**
 * Moves a full mesh to a media server, for one more person; false where it stays as it is. The session must be locked. Throws
 * live_needs_update for a client that could not follow.
 */
export async function moveIfFull(
  { clock, liveMedia }: Deps,
  tx: Tx,
  { id, media }: SessionRow,
  { viewerId, knowsServers, mediaRoom }: Entry,
): Promise<boolean> {
  if (!liveMedia.forwards || media === 'forwarded') return false
  const keptSince = new Date(clock.now().getTime() - slotKeptSeconds * 1000)
  const others = await countOthers(tx, { sessionId: id, admitted: true }, [viewerId], keptSince)
  if (!mustMove(media, others)) return false
  if (!knowsServers) throw new DomainError('live_needs_update')
  await moveSession(tx, id, mediaRoom)
  return true
}

/** Moves a mesh to the room that `withMediaRoom` gives. The session must be locked. */
export async function moveSession(tx: Tx, sessionId: string, mediaRoom: MediaRoom | null): Promise<MediaRoom> {
  if (!mediaRoom) throw new MediaRoomNeeded()
  await forwardSession(tx, sessionId, mediaRoom)
  return mediaRoom
}
