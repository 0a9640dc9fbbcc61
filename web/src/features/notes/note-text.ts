import type { NotePlace } from '@virtual-courses/contract'

/** A note as pages show it. */
export type ShownNote = {
  id: string
  lectureId: string
  place: NotePlace
  text: string
  state: NoteState
  /** ISO instant */
  createdAt: string
}

/**
 * Where the last change of a note is: saved on the server; on its way; waiting for the line, or for a login; refused for a reason; or
 * changed on another device (`theirs`, null when it was deleted there), so that the user decides.
 */
export type NoteState =
  | { kind: 'saved' }
  | { kind: 'saving' }
  | { kind: 'offline'; kept: boolean }
  | { kind: 'signed-out'; kept: boolean }
  | { kind: 'refused'; kept: boolean; message: string }
  | { kind: 'conflict'; theirs: string | null }

/** Order of notes in a lecture: of its video, then of its text. */
export function comparePlaces(
  a: Pick<ShownNote, 'place' | 'createdAt'>,
  b: Pick<ShownNote, 'place' | 'createdAt'>,
): number {
  const rank = ({ place }: typeof a) => (place.kind === 'video' ? place.second : 1e9 + place.block)
  return rank(a) - rank(b) || a.createdAt.localeCompare(b.createdAt)
}
