import { z } from 'zod'
import { endpoint, stream } from '../endpoint.ts'
import { Cursor, Id, Instant, pagesBeside, text } from '../values/fields.ts'
import { sentence } from '../values/sentence.ts'

/** Maximum length of a note and of the words that say where in a text it is, in UTF-16 units. */
export const maxNoteLength = 4000
export const maxNoteQuote = 160
/** Maximum number of notes that an account keeps in one course, and in all of them. */
export const maxNotesOfCourse = 500
export const maxNotes = 3000
/** Days after which the empty row of a deleted note goes, too. Until then requests that were delayed cannot bring it back. */
export const deletedNoteDays = 30

/** Seconds; no video is longer than a week. */
const maxSecond = 7 * 24 * 3600
/** No lecture's text has more paragraphs. */
const maxBlock = 50_000

export const notePlaceKinds = ['video', 'text'] as const
export type NotePlaceKind = (typeof notePlaceKinds)[number]

/** Where in a lecture a note is. */
export const NotePlace = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('video'),
    second: z.number().int().min(0).max(maxSecond),
    /** `videoId` of the lecture when the note was written */
    videoId: Id,
  }),
  z.strictObject({
    kind: z.literal('text'),
    /** number of the heading, paragraph or other part of the text, from 0 */
    block: z.number().int().min(0).max(maxBlock),
    /** its first words: with them it is found after the text has changed */
    quote: text(maxNoteQuote),
  }),
])
export type NotePlace = z.output<typeof NotePlace>

/** Random, by the client; another one each time that a note changes. */
const Revision = z.string().regex(/^[A-Za-z0-9_-]{12,32}$/, sentence('This is not the revision of a note'))
/** Chosen by the client, so that a note that is sent twice is one. */
const NoteId = Revision

/** Maximum number of requests without a reply that a save names. */
export const maxAttempts = 7

/** What is written, with its lines. */
const NoteText = text(2 * maxNoteLength)
  .transform((value) => value.replaceAll('\r\n', '\n'))
  .refine((value) => value.length <= maxNoteLength, {
    message: sentence('A note has at most {max} characters', { max: maxNoteLength }),
  })

/** A note at a place of a lecture, or a bookmark, which is a note without a text. Only its author ever sees it. */
export const Note = z.object({
  _id: NoteId,
  lectureId: Id,
  place: NotePlace,
  /** "" for a bookmark */
  text: z.string(),
  revision: Revision,
  createdAt: Instant,
  changedAt: Instant,
})
export type Note = z.output<typeof Note>

/**
 * What can be done with the lecture of a note: it is open to the user; it is there, but not open to them any more; or it was removed.
 */
export const noteLectureStates = ['open', 'closed', 'removed'] as const
export type NoteLectureState = (typeof noteLectureStates)[number]

/** The notes of a lecture in the order of its video, then of its text. */
export const LectureNotes = z.object({
  lectureId: Id,
  /** of the lecture; when it was removed or is not open any more, as the notes have kept it */
  title: z.string(),
  state: z.enum(noteLectureStates),
  /** of its present video; null without one. A note with another one belongs to a video that was replaced */
  videoId: Id.nullable(),
  notes: z.array(Note),
})
export type LectureNotes = z.output<typeof LectureNotes>

/** `open`: the user can see the page of the course. */
const NotedCourse = z.object({ _id: Id, title: z.string(), open: z.boolean() })
export type NotedCourse = z.output<typeof NotedCourse>

const noteParams = z.object({ noteId: NoteId })

export const notes = {
  courses: endpoint({
    method: 'GET',
    path: '/api/notes',
    access: 'signedIn',
    summary: 'The courses in which the user has notes or bookmarks, the last changed first',
    status: 200,
    reply: z.object({ courses: z.array(NotedCourse.extend({ notes: z.number().int(), changedAt: Instant })) }),
    errors: [],
  }),
  ofCourse: endpoint({
    method: 'GET',
    path: '/api/notes/course/:courseId',
    access: 'signedIn',
    summary:
      'The user’s own notes in a course by lecture, in the order of the course. They stay readable when the course or a lecture is not open any more',
    params: z.object({ courseId: Id }),
    status: 200,
    reply: z.object({ course: NotedCourse, lectures: z.array(LectureNotes) }),
    errors: ['not_found'],
  }),
  find: endpoint({
    method: 'GET',
    path: '/api/notes/find',
    access: 'signedIn',
    summary: 'A page of the user’s own notes that have all words of a text, the last changed first',
    query: z.object({
      /** without words all notes are found */
      text: text(100).default(''),
      limit: z.coerce.number().int().min(1).max(100).default(24),
      cursor: Cursor.optional(),
    }),
    status: 200,
    reply: z.object({
      notes: z.array(
        Note.extend({ course: NotedCourse, lectureTitle: z.string(), lectureState: z.enum(noteLectureStates) }),
      ),
      ...pagesBeside,
    }),
    errors: ['rate_limited'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/notes/note/:noteId',
    access: 'signedIn',
    summary: 'A note of the user as it is now',
    params: noteParams,
    status: 200,
    reply: z.object({ note: Note }),
    errors: ['not_found'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/notes/note/:noteId',
    maxBodyBytes: 26 * 1024,
    access: 'signedIn',
    summary:
      'Create a note in a lecture that the user may watch, or change it. The same request counts once. It changes nothing when another device has changed the note meanwhile (`changed_elsewhere`), or deleted it (`not_found`)',
    params: noteParams,
    body: z.strictObject({
      lectureId: Id,
      place: NotePlace,
      text: NoteText,
      /** which the note has from then on */
      revision: Revision,
      /** which was read, the deletion of the note included; null for a new note. The save takes the place of this one, */
      base: Revision.nullable(),
      /** or of an earlier request of this client whose reply was lost */
      attempts: z.array(Revision).max(maxAttempts),
    }),
    status: 200,
    reply: z.object({ note: Note }),
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'changed_elsewhere', 'notes_full', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/notes/note/:noteId',
    access: 'signedIn',
    summary:
      'Delete a note and its text at once. A later save that replaces `revision` brings it back. Nothing is deleted when another device has changed the note meanwhile; one that is gone is no error',
    params: noteParams,
    query: z.object({
      /** of the deletion */
      revision: Revision,
      /** revisions that may be deleted, separated by commas */
      replaces: z.string().regex(/^[A-Za-z0-9_-]{12,32}(,[A-Za-z0-9_-]{12,32}){0,7}$/, {
        message: sentence('This is not the revision of a note'),
      }),
    }),
    status: 200,
    reply: z.object({ removed: z.boolean() }),
    errors: ['changed_elsewhere', 'rate_limited'],
  }),
  export: stream({
    method: 'GET',
    path: '/api/notes/export',
    access: 'signedIn',
    summary: 'The user’s own notes of a course, or of all courses, as Markdown with links to their places',
    query: z.object({ courseId: Id.optional() }),
    status: 200,
    contentType: 'text/markdown; charset=utf-8',
    errors: ['not_found', 'rate_limited'],
  }),
}
