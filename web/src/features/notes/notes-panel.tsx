import type { JumpTo } from './note-item.tsx'
import { type KnownLecture, NotesList } from './notes-list.tsx'
import { openKeeper } from './open-keeper.ts'

export type NotesPanelProps = {
  userId: string
  courseId: string
  lectures: readonly KnownLecture[]
  /** of the course */
  language: string | undefined
  onJump: JumpTo
}

/** The list of notes beside the player. */
export const NotesPanel = ({ userId, ...list }: NotesPanelProps) => (
  <NotesList keeper={openKeeper(userId, list.courseId)} {...list} />
)
