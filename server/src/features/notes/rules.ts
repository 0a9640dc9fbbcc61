import type { NoteLectureState } from '@virtual-courses/contract'

/** A note as it is on the server; a deleted one keeps the revision of its deletion. */
export type KnownNote = { revision: string; deleted: boolean }

/** A change: the revision that the note gets, and those that it may take the place of. */
type Change = { revision: string; replaces: readonly string[] }

/**
 * Decides what a save does. A request that is sent again, because its reply was lost, is `done`. A device that has not seen the present
 * revision has a `conflict`; one whose note was deleted elsewhere finds it `gone`, so that a delayed request never brings it back.
 */
export function decideSave(
  known: KnownNote | undefined,
  { revision, replaces }: Change,
): 'create' | 'change' | 'done' | 'conflict' | 'gone' {
  if (!known) return replaces.length === 0 ? 'create' : 'gone'
  if (known.revision === revision) return known.deleted ? 'gone' : 'done'
  const isSeen = replaces.includes(known.revision)
  if (known.deleted) return isSeen ? 'create' : 'gone'
  return isSeen ? 'change' : 'conflict'
}

/** Decides what a deletion does, in the same way; a note that is not there is `done`. */
export function decideRemoval(
  known: KnownNote | undefined,
  { revision, replaces }: Change,
): 'delete' | 'done' | 'conflict' {
  if (!known || known.deleted || known.revision === revision) return 'done'
  return replaces.includes(known.revision) ? 'delete' : 'conflict'
}

/** What the user can do with the lecture of a note. */
export const lectureStateOf = ({ exists, open }: { exists: boolean; open: boolean }): NoteLectureState =>
  exists ? (open ? 'open' : 'closed') : 'removed'
