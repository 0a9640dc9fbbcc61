import { readLocal, writeLocal } from '#lib/local-json.ts'

/** A position that the server has not heard of yet, and when it was taken (milliseconds). */
export type UnsentPosition = { seconds: number; duration: number | null; at: number }

// by person: on a shared computer nobody goes on where another one stopped
const keyOf = (userId: string, lectureId: string) => `position:${userId}:${lectureId}`

function isPosition(value: unknown): value is UnsentPosition {
  const { seconds, duration, at } = Object(value) as Record<string, unknown> // whatever an older page, or somebody, left there
  return (
    typeof seconds === 'number' &&
    seconds >= 0 &&
    typeof at === 'number' &&
    (duration === null || (typeof duration === 'number' && duration > 0))
  )
}

/** The copy that this browser keeps of a position until the server has it. Without a network, or after a crash, it is all there is. */
export const unsentPosition = {
  read(userId: string, lectureId: string): UnsentPosition | null {
    const value = readLocal(keyOf(userId, lectureId))
    return isPosition(value) ? value : null
  },
  keep: (userId: string, lectureId: string, position: UnsentPosition): void =>
    writeLocal(keyOf(userId, lectureId), position),
  forget: (userId: string, lectureId: string): void => writeLocal(keyOf(userId, lectureId), undefined),
}
