// What notes need once they are used, in one file to fetch: each of its own would cost the page of the player a list of languages.
export { NotesList } from './notes-list.tsx'
export { openKeeper } from './open-keeper.ts'
export { QuickNote } from './quick-note.tsx'
export { TextNote } from './text-note.tsx'
export { placeBeingRead, showPartSoon } from './text-places.ts'
