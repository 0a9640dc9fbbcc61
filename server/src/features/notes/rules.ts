import type { NoteLectureState } from '@virtual-courses/contract'

/** A note as it is on the server; a deleted one keeps the revision of its deletion. */
export type KnownNote = { revision: string; deleted: boolean }

/** A save: the revision that the note gets, the one that was read (null for a new note), and those of requests without a reply. */
type Save = { revision: string; base: string | null; attempts: readonly string[] }

/**
 * Decides what a save does. A request that is sent again, because its reply was lost, is `done`. A device that has not seen the present
 * revision has a `conflict`; one whose note was deleted elsewhere finds it `gone`, so that a delayed request never brings it back.
 */
export function decideSave(
  known: KnownNote | undefined,
  { revision, base, attempts }: Save,
): 'create' | 'change' | 'done' | 'conflict' | 'gone' {
  if (!known) return base === null ? 'create' : 'gone'
  if (known.revision === revision) return known.deleted ? 'gone' : 'done'
  const isSeen = known.revision === base || attempts.includes(known.revision)
  if (known.deleted) return isSeen ? 'create' : 'gone'
  return isSeen ? 'change' : 'conflict'
}

/** Decides what a deletion of one of several revisions does, in the same way; of a note that is not there it is `done`. */
export function decideRemoval(
  known: KnownNote | undefined,
  { revision, replaces }: { revision: string; replaces: readonly string[] },
): 'delete' | 'done' | 'conflict' {
  if (!known || known.deleted || known.revision === revision) return 'done'
  return replaces.includes(known.revision) ? 'delete' : 'conflict'
}

/** What the user can do with the lecture of a note. */
export const lectureStateOf = ({ exists, open }: { exists: boolean; open: boolean }): NoteLectureState =>
  exists ? (open ? 'open' : 'closed') : 'removed'
