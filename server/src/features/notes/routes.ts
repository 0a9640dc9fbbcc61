import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { exportNotes } from './export-notes.ts'
import { listNotedCourses, listNotes, readNote, searchNotes } from './list-notes.ts'
import { removeNote, saveNote } from './save-note.ts'

/** Serves the notes of users, each to its author alone. */
export function registerNotes(routes: Routes, deps: FeatureDeps): void {
  serve(routes.signedIn, api.notes.courses)(async ({ viewer }) => listNotedCourses(deps, viewer))
  serve(routes.signedIn, api.notes.ofCourse)(async ({ params, viewer }) => listNotes(deps, viewer, params.courseId))
  serve(routes.signedIn, api.notes.find)(async ({ query, viewer }) => searchNotes(deps, viewer, query))
  serve(
    routes.signedIn,
    api.notes.read,
  )(async ({ params, viewer }) => ({ note: await readNote(deps, viewer, params.noteId) }))
  serve(
    routes.signedIn,
    api.notes.save,
  )(async ({ params, body, viewer }) => ({ note: await saveNote(deps, viewer, params.noteId, body) }))
  serve(
    routes.signedIn,
    api.notes.remove,
  )(async ({ params, query, viewer }) => ({ removed: await removeNote(deps, viewer, params.noteId, query) }))
  serve(routes.signedIn, api.notes.export)(async ({ query, viewer, say }) => exportNotes(deps, viewer, query, say))
}
