import { useSyncExternalStore } from 'react'
import type { NoteKeeper, NotesView } from './note-keeper.ts'

const empty: NotesView = { phase: 'loading', course: null, lectures: [], notes: [], deleted: null }
const never = () => () => {}

/** What a keeper knows, fresh after each change; nothing while there is none. */
export const useNotesView = (keeper: NoteKeeper | null): NotesView =>
  useSyncExternalStore(
    keeper?.subscribe ?? never,
    () => keeper?.view() ?? empty,
    () => empty,
  )
