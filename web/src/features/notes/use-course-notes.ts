import { useCallback, useEffect, useState } from 'react'
import { whenIdle } from '#lib/connection/when-idle.ts'
import type { NoteKeeper } from './note-keeper.ts'

/** The notes of a course, and the parts of pages that show them. */
export type OpenNotes = typeof import('./in-use.ts') & { keeper: NoteKeeper }

/**
 * The notes of an account in a course. Their code is fetched when the page has nothing else to do, or with `open`, which rejects when it
 * cannot be fetched. `wanted` false fetches nothing by itself.
 */
export function useOpenNotes(userId: string, courseId: string, wanted: boolean) {
  const [known, setKnown] = useState<{ key: string; notes: OpenNotes } | null>(null)
  const key = `${userId} ${courseId}`
  const open = useCallback(async (): Promise<NoteKeeper> => {
    const parts = await import('./in-use.ts')
    const keeper = parts.openKeeper(userId, courseId)
    setKnown({ key: `${userId} ${courseId}`, notes: { ...parts, keeper } })
    return keeper
  }, [userId, courseId])
  useEffect(() => (wanted ? whenIdle(() => void open().catch(() => {}), 3000) : undefined), [open, wanted])
  return { opened: known?.key === key ? known.notes : null, open }
}
