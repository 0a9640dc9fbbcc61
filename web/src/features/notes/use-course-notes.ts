import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { whenIdle } from '#lib/connection/when-idle.ts'
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

/**
 * The notes of an account in a course. Their code is fetched when the page has nothing else to do, or with `open`, which rejects when it
 * cannot be fetched. `wanted` false fetches nothing by itself.
 */
export function useNoteKeeper(userId: string, courseId: string, wanted: boolean) {
  const [keeper, setKeeper] = useState<{ key: string; keeper: NoteKeeper } | null>(null)
  const key = `${userId} ${courseId}`
  const open = useCallback(async (): Promise<NoteKeeper> => {
    const { openKeeper } = await import('./open-keeper.ts')
    const opened = openKeeper(userId, courseId)
    setKeeper({ key: `${userId} ${courseId}`, keeper: opened })
    return opened
  }, [userId, courseId])
  useEffect(() => (wanted ? whenIdle(() => void open().catch(() => {}), 3000) : undefined), [open, wanted])
  return { keeper: keeper?.key === key ? keeper.keeper : null, open }
}
