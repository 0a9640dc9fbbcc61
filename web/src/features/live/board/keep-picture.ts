import { t } from '@lingui/core/macro'
import { api as calls, type DrawnElement } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { toLocalInput } from '#lib/text/local-input.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { toast } from '#ui/overlays/toast.ts'
import { loadDrawing } from './load-drawing.ts'

type Kept = { lectureId: string; roomId: string; revision: number; elements: readonly DrawnElement[] }

/** Returns a name for a picture that is made now, with the day and the time of its maker; file names have no colon. */
const pictureName = (): string =>
  `${t`Whiteboard`} ${toLocalInput(new Date().toISOString()).replace('T', ' ').replace(':', '.')}.png`

/** Makes a picture of a whiteboard and adds it to the files of its lecture, as the lecture's educator. Resolves with whether it did. */
export async function keepPicture({ lectureId, roomId, revision, elements }: Kept): Promise<boolean> {
  const params = { lectureId }
  try {
    // needed by few
    const { pictureOf } = await loadDrawing()
    const file = new File([await pictureOf(elements)], pictureName(), { type: 'image/png' })
    await browserApi(calls.lectures.attach, { params, body: {}, files: { file } })
    await browserApi(calls.liveBoard.boardKept, { params, body: { roomId, revision } })
    toast.success(t`The whiteboard is among the files of the lecture`)
    return true
  } catch (error) {
    toast.error(failureOf(error, t`The whiteboard could not be kept as a picture`))
    return false
  }
}

/** Keeps the whiteboard of a session that has ended as a picture, when something is on it that no picture has. */
export async function keepLast(lectureId: string, roomId: string): Promise<void> {
  const reply = await browserApi(calls.liveBoard.lastBoard, { params: { lectureId } }).catch(() => null)
  const board = reply?.board
  if (!board || board.kept || board.roomId !== roomId) return
  const kept = await keepPicture({ lectureId, ...board })
  if (!kept) toast.info(t`You can keep it on the page of the lecture in the studio, for 30 days.`)
}
