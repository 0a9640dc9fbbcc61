import { keptNotes } from './kept-notes.ts'
import { noteCalls } from './note-calls.ts'
import { createNoteKeeper, type NoteKeeper } from './note-keeper.ts'

const random = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(15))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}

const keepers = new Map<string, NoteKeeper>()

function listen(keeper: NoteKeeper): void {
  // another device may have written meanwhile; phones hide pages before they close them
  document.addEventListener('visibilitychange', () =>
    document.visibilityState === 'hidden' ? keeper.flush() : void keeper.refresh(),
  )
  window.addEventListener('pagehide', () => keeper.flush())
  window.addEventListener('online', () => void keeper.refresh())
}

/** Returns the notes of an account in a course: one keeper for all parts of the page, from the first use on. */
export function openKeeper(userId: string, courseId: string): NoteKeeper {
  const key = `${userId} ${courseId}`
  const known = keepers.get(key)
  if (known) return known
  const keeper = createNoteKeeper({
    calls: noteCalls(courseId),
    storage: keptNotes(userId, courseId),
    now: () => new Date(),
    random,
  })
  keepers.set(key, keeper)
  listen(keeper)
  void keeper.refresh()
  return keeper
}
