import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import type { MediaRoom } from '#ports/live-media.ts'

/** Number of open rooms on each media server. */
export async function countRooms(on: Executor): Promise<ReadonlyMap<string, number>> {
  const rows = await on
    .selectFrom('live_sessions')
    .select((select) => ['media_server', select.fn.countAll<string>().as('rooms')])
    .where('ended_at', 'is', null)
    .where('media_server', 'is not', null)
    .groupBy('media_server')
    .execute()
  return new Map(rows.map(({ media_server, rooms }) => [media_server ?? '', Number(rooms)]))
}

/** Moves a session to a room of a media server. It must be locked. */
export async function forwardSession(tx: Tx, sessionId: string, { server, room }: MediaRoom): Promise<void> {
  await tx
    .updateTable('live_sessions')
    .set({ media: 'forwarded', media_server: server, media_room: room })
    .where('id', '=', sessionId)
    .execute()
}

/** Returns the room of a session on its media server, also of one that has ended; null for a mesh. */
export async function findMediaRoom(
  on: Executor,
  sessionId: string,
): Promise<(MediaRoom & { isOpen: boolean }) | null> {
  const row = await on
    .selectFrom('live_sessions')
    .select(['media_server', 'media_room', 'ended_at'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (!row || row.media_server === null || row.media_room === null) return null
  return { server: row.media_server, room: Number(row.media_room), isOpen: row.ended_at === null }
}
