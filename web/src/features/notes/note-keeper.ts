import { type LectureNotes, maxAttempts, type Note, type NotedCourse, type NotePlace } from '@virtual-courses/contract'
import type { KeptNote, NoteStorage } from './kept-notes.ts'
import { comparePlaces, type NoteState, type ShownNote } from './note-text.ts'

type Sent = Pick<Kept, 'lectureId' | 'place' | 'text' | 'base' | 'attempts'> & { revision: string }

export type NoteCalls = {
  list: () => Promise<{ course: NotedCourse; lectures: readonly LectureNotes[] }>
  /** null for a note that is not there */
  read: (id: string) => Promise<Note | null>
  save: (id: string, sent: Sent) => Promise<Note>
  remove: (id: string, sent: { revision: string; replaces: string }) => Promise<unknown>
  /** what a failed call means */
  judge: (error: unknown) => Failure
}

export type Failure =
  | { kind: 'offline' | 'signed-out' | 'changed' }
  /** `gone`: the note, or the lecture of a new one, is not there any more */
  | { kind: 'refused' | 'gone'; message: string }

type Options = {
  calls: NoteCalls
  storage: NoteStorage
  now: () => Date
  /** a new id or revision */
  random: () => string
}

/** A note with what the server is known to have of it. */
type Kept = KeptNote & {
  id: string
  dirty: boolean
  state: NoteState
  /** the number of readings of the list that had begun when the server last answered about this note alone */
  answeredAt: number
  retryMs: number
  timer?: ReturnType<typeof setTimeout>
}

/** Titles and states of lectures as the server sent them. */
export type LectureInfo = Omit<LectureNotes, 'notes'>

export type NotesView = {
  phase: 'loading' | 'ready' | 'failed'
  course: NotedCourse | null
  /** those of notes that the server knows */
  lectures: readonly LectureInfo[]
  /** in the order of their places */
  notes: readonly ShownNote[]
  /** the note that was deleted last on this page, to bring back */
  deleted: ShownNote | null
}

/** Milliseconds between two saves while someone types, and after a failure. */
const typedMs = 1000
const firstRetryMs = 2000
const longestRetryMs = 60_000

const saved: NoteState = { kind: 'saved' }

const isSamePlace = (one: NotePlace, other: NotePlace): boolean =>
  one.kind === 'video' && other.kind === 'video'
    ? one.videoId === other.videoId && Math.abs(one.second - other.second) <= 1
    : one.kind === 'text' && other.kind === 'text' && one.block === other.block

/**
 * Keeps the notes of a course: what is typed goes into this browser at once and to the server soon after, one request for a note at a
 * time. Each request names the revisions that it may replace, so that no device overwrites what it has not seen.
 */
export function createNoteKeeper({ calls, storage, now, random }: Options) {
  const notes = new Map<string, Kept>()
  const sending = new Set<string>()
  const listeners = new Set<() => void>()
  let view: NotesView = { phase: 'loading', course: null, lectures: [], notes: [], deleted: null }
  let lastDeleted: string | null = null
  let reading: Promise<void> | null = null
  /** readings of the list that have begun */
  let readings = 0

  const shown = ({ id, lectureId, place, text, state, createdAt }: Kept): ShownNote => ({
    id,
    lectureId,
    place,
    text,
    state,
    createdAt,
  })
  function publish(changes: Partial<NotesView> = {}): void {
    const deleted = lastDeleted === null ? undefined : notes.get(lastDeleted)
    view = {
      ...view,
      notes: [...notes.values()]
        .filter((note) => !note.deleted)
        .map(shown)
        .sort(comparePlaces),
      ...changes,
      deleted: deleted?.deleted ? shown(deleted) : null,
    }
    for (const listener of listeners) listener()
  }

  function keep({ id, lectureId, place, text, base, attempts, deleted, createdAt }: Kept): boolean {
    return storage.keep(id, { lectureId, place, text, base, attempts, deleted, createdAt })
  }
  const drop = (note: Kept): void => {
    clearTimeout(note.timer)
    storage.drop(note.id)
    notes.delete(note.id)
  }

  function schedule(note: Kept, ms: number): void {
    clearTimeout(note.timer)
    note.timer = setTimeout(() => {
      delete note.timer
      void send(note)
    }, ms)
  }

  function change(note: Kept, changes: Partial<Kept>): void {
    Object.assign(note, changes, { dirty: true })
    const kept = keep(note)
    if (note.state.kind !== 'conflict') {
      note.state =
        note.state.kind === 'offline' || note.state.kind === 'signed-out' ? { ...note.state, kept } : { kind: 'saving' }
      // while someone types, a save that waits is not put off
      if (note.timer === undefined || note.state.kind !== 'saving') schedule(note, typedMs)
    }
    publish()
  }

  /** The server has this note as it was sent. */
  function confirm(note: Kept, revision: string, sent: { text: string; deleted: boolean }): void {
    note.base = revision
    note.answeredAt = readings
    note.attempts = []
    note.retryMs = firstRetryMs
    if (note.text !== sent.text || note.deleted !== sent.deleted) {
      schedule(note, note.deleted === sent.deleted ? typedMs : 0)
      return
    }
    note.dirty = false
    note.state = saved
    storage.drop(note.id)
  }

  async function send(note: Kept): Promise<void> {
    if (!note.dirty || sending.has(note.id) || note.state.kind === 'conflict') return
    const { lectureId, place, text, deleted, base, attempts } = note
    const replaces = [...(base === null ? [] : [base]), ...attempts]
    if (deleted && replaces.length === 0) {
      // never left this browser
      note.dirty = false
      storage.drop(note.id)
      return publish()
    }
    sending.add(note.id)
    clearTimeout(note.timer)
    delete note.timer
    const revision = random()
    note.attempts = [...attempts, revision].slice(-maxAttempts)
    keep(note)
    try {
      if (deleted) await calls.remove(note.id, { revision, replaces: replaces.join() })
      else await calls.save(note.id, { lectureId, place, text, revision, base, attempts })
      confirm(note, revision, { text, deleted })
    } catch (error) {
      await settle(note, calls.judge(error))
      if (note.state.kind === 'refused' && note.text !== text) schedule(note, typedMs)
    } finally {
      sending.delete(note.id)
    }
    publish()
  }

  async function settle(note: Kept, failure: Failure): Promise<void> {
    if (failure.kind === 'changed' || (failure.kind === 'gone' && note.base !== null))
      return disagree(note, failure.kind)
    const kept = keep(note)
    if (failure.kind === 'refused' || failure.kind === 'gone') {
      note.state = { kind: 'refused', kept, message: failure.message }
      return
    }
    note.state = { kind: failure.kind, kept }
    schedule(note, note.retryMs)
    note.retryMs = Math.min(2 * note.retryMs, longestRetryMs)
  }

  /** The server has another note than the one that was read. */
  async function disagree(note: Kept, kind: 'changed' | 'gone'): Promise<void> {
    let theirs: Note | null
    try {
      theirs = kind === 'gone' ? null : await calls.read(note.id)
    } catch (error) {
      const failure = calls.judge(error)
      note.state = { kind: failure.kind === 'signed-out' ? 'signed-out' : 'offline', kept: keep(note) }
      return schedule(note, note.retryMs)
    }
    note.attempts = []
    note.answeredAt = readings
    if (theirs) note.base = theirs.revision
    const agrees = note.deleted ? theirs === null : theirs?.text === note.text.trim()
    if (agrees) {
      note.dirty = false
      note.state = saved
      storage.drop(note.id)
      return
    }
    // what changed elsewhere was not seen by who deleted it
    note.deleted = false
    note.state = { kind: 'conflict', theirs: theirs?.text ?? null }
    keep(note)
  }

  /** Whether the note here is newer than a list that has just come: it is not saved, or was while the list was on its way. */
  const isNewer = ({ id, dirty, answeredAt }: Kept): boolean => dirty || sending.has(id) || answeredAt === readings

  /** Takes over what the server has; what is newer here stays. */
  function adopt(lectures: readonly LectureNotes[]): void {
    const present = new Set<string>()
    for (const one of lectures.flatMap((lecture) => lecture.notes)) {
      present.add(one._id)
      const note = notes.get(one._id)
      if (note && isNewer(note)) continue
      notes.set(one._id, {
        id: one._id,
        lectureId: one.lectureId,
        place: one.place,
        text: one.text,
        base: one.revision,
        attempts: [],
        deleted: false,
        createdAt: one.createdAt,
        dirty: false,
        state: saved,
        answeredAt: 0,
        retryMs: firstRetryMs,
      })
    }
    for (const note of [...notes.values()])
      if (!present.has(note.id) && !isNewer(note) && note.id !== lastDeleted) notes.delete(note.id)
  }

  function restoreKept(): void {
    for (const [id, kept] of storage.all()) {
      if (notes.get(id)?.dirty) continue
      const state: NoteState = { kind: 'saving' }
      const note: Kept = { ...kept, id, dirty: true, state, answeredAt: 0, retryMs: firstRetryMs }
      notes.set(id, note)
      schedule(note, 0)
    }
  }

  const keeper = {
    view: (): NotesView => view,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Reads what other devices have changed, and sends what waits. */
    refresh(): Promise<void> {
      restoreKept()
      for (const note of notes.values()) if (note.dirty) schedule(note, 0)
      if (reading) return reading
      readings++
      reading = calls
        .list()
        .then(
          ({ course, lectures }) => {
            adopt(lectures)
            publish({ phase: 'ready', course, lectures: lectures.map(({ notes: _, ...info }) => info) })
          },
          () => publish(view.phase === 'ready' ? {} : { phase: 'failed' }),
        )
        .finally(() => {
          reading = null
        })
      return reading
    },
    /** Begins a note; returns its id. Without a text it is a bookmark. */
    add(lectureId: string, place: NotePlace, text = ''): string {
      const id = random()
      const note: Kept = {
        id,
        lectureId,
        place,
        text,
        base: null,
        attempts: [],
        deleted: false,
        createdAt: now().toISOString(),
        dirty: false,
        state: { kind: 'saving' },
        answeredAt: 0,
        retryMs: firstRetryMs,
      }
      notes.set(id, note)
      change(note, {})
      schedule(note, text === '' ? 0 : typedMs)
      return id
    },
    /** Sets a bookmark, unless one is there: a double tap wants one, and a video plays on between the presses. */
    bookmark(lectureId: string, place: NotePlace): void {
      const isThere = (note: Kept) =>
        !note.deleted && note.text === '' && note.lectureId === lectureId && isSamePlace(note.place, place)
      if (![...notes.values()].some(isThere)) keeper.add(lectureId, place)
    },
    edit(id: string, text: string): void {
      const note = notes.get(id)
      if (note && note.text !== text) change(note, { text })
    },
    remove(id: string): void {
      const note = notes.get(id)
      if (!note) return
      lastDeleted = id
      change(note, { deleted: true })
      schedule(note, 0)
    },
    /** Brings back the note that was deleted last. */
    restore(): void {
      const note = lastDeleted === null ? undefined : notes.get(lastDeleted)
      lastDeleted = null
      if (!note?.deleted) return
      change(note, { deleted: false })
      schedule(note, 0)
    },
    /** Ends a conflict. Returns the id under which the text goes on: of a new note when the other one was deleted elsewhere. */
    resolve(id: string, choice: 'mine' | 'theirs'): string | null {
      const note = notes.get(id)
      if (note?.state.kind !== 'conflict') return id
      const { theirs } = note.state
      note.state = saved
      if (choice === 'mine' && theirs !== null) {
        change(note, {})
        return id
      }
      drop(note)
      if (choice === 'mine') return keeper.add(note.lectureId, note.place, note.text)
      if (theirs !== null) {
        notes.set(id, { ...note, text: theirs, dirty: false, state: saved })
      }
      publish()
      return theirs === null ? null : id
    },
    /** Tries again what was refused. */
    retry(id: string): void {
      const note = notes.get(id)
      if (note?.dirty) change(note, {})
    },
    /** Sends at once what waits: the page is being left. */
    flush(): void {
      for (const note of notes.values()) if (note.dirty && note.state.kind === 'saving') void send(note)
    },
  }
  return keeper
}

export type NoteKeeper = ReturnType<typeof createNoteKeeper>
