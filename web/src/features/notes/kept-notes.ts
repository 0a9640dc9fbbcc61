import type { NotePlace } from '@virtual-courses/contract'
import { notePrefix, readLocal, writeLocal } from '#lib/browser-storage.ts'

/** A change of a note that the server has not confirmed, as this browser keeps it: it survives a reload, a dead line, an ended session. */
export type KeptNote = {
  lectureId: string
  place: NotePlace
  text: string
  /** the revision that was read; null for a new note */
  base: string | null
  /** revisions that were sent and not answered */
  attempts: string[]
  deleted: boolean
  createdAt: string
}

function isKept(value: unknown): value is KeptNote {
  const { lectureId, place, text, base, attempts, deleted, createdAt } = Object(value) as Record<string, unknown> // may be of another version
  return (
    typeof lectureId === 'string' &&
    typeof text === 'string' &&
    typeof deleted === 'boolean' &&
    typeof createdAt === 'string' &&
    Array.isArray(attempts) &&
    (base === null || typeof base === 'string') &&
    typeof place === 'object' &&
    place !== null
  )
}

/** What this browser keeps of the notes of an account in a course. Keys name the account: no one is shown the notes of another. */
export function keptNotes(userId: string, courseId: string) {
  const beginning = `${notePrefix}${userId}:${courseId}:`
  return {
    all(): [id: string, note: KeptNote][] {
      try {
        return Object.keys(localStorage).flatMap((key): [string, KeptNote][] => {
          if (!key.startsWith(beginning)) return []
          const note = readLocal(key)
          return isKept(note) ? [[key.slice(beginning.length), note]] : []
        })
      } catch {
        return []
      }
    },
    /** Returns false where the browser keeps nothing. */
    keep(id: string, note: KeptNote): boolean {
      writeLocal(beginning + id, note)
      return readLocal(beginning + id) !== undefined
    },
    drop: (id: string): void => writeLocal(beginning + id, undefined),
  }
}

export type NoteStorage = ReturnType<typeof keptNotes>
