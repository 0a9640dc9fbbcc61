import { z } from 'zod'
import { endpoint, upload, uploadErrors } from './endpoint.ts'
import { BooleanInput, Id, Instant, nameText, prose, readVersion, Version } from './values/fields.ts'
import { sentence } from './values/sentence.ts'
import { Attachment, maxAttachmentBytes, maxVideoBytes } from './video/media.ts'

export const liveStates = ['none', 'scheduled', 'live', 'ended'] as const
export const LiveState = z.enum(liveStates)
export type LiveState = z.output<typeof LiveState>

/** Kinds of entries of a curriculum. Each is a row of the list of lectures, with its place, section and progress. */
export const entryKinds = ['lecture', 'quiz', 'assignment'] as const
export type EntryKind = (typeof entryKinds)[number]

/** How captions were last made: from a file, in the editor, or by a machine that recognised speech. */
export const CaptionSource = z.enum(['file', 'editor', 'machine', 'transcript'])
export type CaptionSource = z.output<typeof CaptionSource>

export const Caption = z.object({
  /** BCP 47, such as "en" */
  language: z.string(),
  /** label in menus, such as "English" */
  label: z.string(),
  /** stable path of a WebVTT file, with the access rules of the video; its ETag is the version of the captions */
  url: z.string(),
  source: CaptionSource,
})
export type Caption = z.output<typeof Caption>

/** Maximum number of chapters of a video, and length of their titles. */
export const maxChapters = 100
export const maxChapterTitle = 100
/** Seconds; no video is longer than a week. */
const maxChapterStart = 7 * 24 * 3600

/** A part of a video, from its start in seconds to the next one's. */
export const Chapter = z.object({ start: z.number().int().min(0), title: z.string() })
export type Chapter = z.output<typeof Chapter>

/** A heading in the list of a course's lectures, with those that name it in `sectionId`. */
export const Section = z.object({
  _id: Id,
  title: z.string(),
  /** for the creator of the course alone: of the title */
  version: Version.optional(),
})
export type Section = z.output<typeof Section>

/** Maximum number of sections of a course. */
export const maxSections = 50
/** Maximum lengths of a lecture's texts, in UTF-16 units. */
export const maxLectureDescription = 5000
export const maxLectureText = 50_000

export const Lecture = z.object({
  _id: Id,
  lectureTitle: z.string(),
  /** missing in a lecture; the others have no video, text or session, and calls of their own */
  kind: z.enum(['quiz', 'assignment']).optional(),
  isPreviewFree: z.boolean(),
  /** true while a session is scheduled or live (decisions, section 2) */
  isLive: z.boolean(),
  liveState: LiveState,
  liveStartTime: Instant.nullable(),
  /** stable path; "" without a video */
  videoUrl: z.string(),
  /** bytes of the video; 0 without one */
  videoBytes: z.number().int(),
  /** length of the video in whole seconds; null without a video or when it is unknown */
  durationSeconds: z.number().int().nullable(),
  /** its section; missing in lectures before the first section. Like all below only in the lecture list of one course */
  sectionId: Id.optional(),
  /** the lecture has a text to read; missing where it has none */
  hasText: z.literal(true).optional(),
  /** it has a text, a description, a file or notes of a session: see `lectures.content`; missing where it has none of them */
  hasContent: z.literal(true).optional(),
  /** poster image of the video */
  posterUrl: z.string().optional(),
  captions: z.array(Caption).optional(),
  /** another one after the video was replaced; missing without a video */
  videoId: Id.optional(),
  /** stable path of the HLS stream; missing until it is ready, when `videoUrl` plays */
  streamUrl: z.string().optional(),
  /** stable path of the thumbnails of the seek bar; missing where there are none */
  storyboardUrl: z.string().optional(),
  /** in order, the first at 0; missing where there are none */
  chapters: z.array(Chapter).optional(),
})
export type Lecture = z.output<typeof Lecture>

/** The texts of a lecture in Markdown, "" where there are none, and its files. */
export const LectureContent = z.object({
  lectureId: Id,
  description: z.string(),
  text: z.string(),
  attachments: z.array(Attachment),
  /** notes of its live sessions in Markdown, for those who are enrolled and who run the course; missing where there are none */
  liveNotes: z.string().optional(),
  /** for the creator of the course alone, read together: what else `lectures.edit` changes, and the versions of both forms */
  editing: z
    .object({
      lectureTitle: z.string(),
      isPreviewFree: z.boolean(),
      /** null without a video */
      videoId: Id.nullable(),
      liveState: LiveState,
      liveStartTime: Instant.nullable(),
      /** of what `lectures.edit` changes */
      version: Version,
      /** of what `live.schedule` changes */
      scheduleVersion: Version,
    })
    .optional(),
})
export type LectureContent = z.output<typeof LectureContent>

/** Maximum length of a captions file in characters: some hours of speech. */
export const maxCaptionsLength = 300_000

/** Maximum number of lectures of a course (decisions, section 2), and of caption languages of a lecture. */
export const maxLectures = 200
export const maxCaptionLanguages = 20

/** Version of captions: what their address sends as ETag, without its quotes. */
const CaptionVersion = Version

/** An ETag with a version of captions, also as a proxy that compresses passes it on: weak, or with the encoding behind the version. */
const captionTag = /^(?:W\/)?"?([A-Za-z0-9_-]{22})(?:(?:--?|;)(?:gzip|br|zstd|deflate))?"?$/

/** Returns the version of captions that an ETag or a version names; undefined for anything else. */
export const captionVersionIn = (tag: string): string | undefined => captionTag.exec(tag)?.[1]

/**
 * The captions that new ones in this language may replace: their version, or null where there should be none. Left out, they replace
 * whatever is there. Clients that keep the ETag send it as they got it.
 */
const Replaces = z
  .string()
  .regex(captionTag, sentence('This is no version of captions'))
  .transform((tag) => captionVersionIn(tag) ?? tag)
  .nullable()
  .optional()

/** A chapter as it was read. */
const SavedChapter = Chapter.extend({
  start: Chapter.shape.start.max(maxChapterStart),
  title: z.string().max(maxChapterTitle),
})

/** Chapters as they are set: in order, each later than the one before, the first at 0. */
const Chapters = z
  .array(
    z.object({
      start: Chapter.shape.start.max(maxChapterStart),
      title: nameText(maxChapterTitle, 'Title of the chapter'),
    }),
  )
  .max(maxChapters, sentence('A video has at most {most} chapters', { most: maxChapters }))
  .superRefine((chapters, context) => {
    for (const [at, { start }] of chapters.entries()) {
      const before = chapters[at - 1]
      const path = [at, 'start']
      if (!before && start !== 0)
        context.addIssue({ code: 'custom', path, message: sentence('The first chapter starts at 0:00') })
      if (before && start <= before.start)
        context.addIssue({ code: 'custom', path, message: sentence('A chapter starts later than the one before it') })
    }
  })

/** BCP 47, as in the path of captions. */
export const CaptionLanguage = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, sentence('Please choose a language'))

const courseParams = z.object({ courseId: Id })
const lectureParams = z.object({ lectureId: Id })
const LectureTitle = nameText(200, 'Lecture title')

/** A date-time with or without time zone, "" or null for none; without a zone it is in the platform's time zone. */
export const LiveStartTime = z
  .string()
  .max(40)
  .regex(
    /^$|^null$|^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/,
    sentence('Please enter a date and time'),
  )
  .nullish()

export const lectures = {
  create: endpoint({
    method: 'POST',
    path: '/api/course/createlecture/:courseId',
    access: 'educator',
    summary: 'Add a lecture to the end of an own course',
    params: courseParams,
    body: z.object({ lectureTitle: LectureTitle, isLive: BooleanInput.optional(), liveStartTime: LiveStartTime }),
    status: 201,
    reply: z.object({ lecture: Lecture }),
    errors: ['not_found', 'live_time_needed', 'rate_limited', 'storage_full'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/course/getcourselecture/:courseId',
    access: 'public',
    summary: 'The lectures of a course in order, and its sections in order',
    params: courseParams,
    status: 200,
    reply: z.object({ lectures: z.array(Lecture), sections: z.array(Section) }),
    errors: ['not_found'],
  }),
  content: endpoint({
    method: 'GET',
    path: '/api/course/lecture/:lectureId',
    access: 'public',
    summary: 'What there is to read in a lecture (Markdown) and its files, for users who may watch it',
    params: lectureParams,
    status: 200,
    reply: LectureContent,
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'unauthenticated'],
  }),
  edit: upload({
    method: 'POST',
    path: '/api/course/editlecture/:lectureId',
    maxBodyBytes: 340 * 1024,
    access: 'educator',
    summary: 'Change title, texts, preview flag or video of an own lecture; fields that are not sent stay unchanged',
    params: lectureParams,
    body: z.object({
      lectureTitle: LectureTitle.optional(),
      isPreviewFree: BooleanInput.optional(),
      /** Markdown, like `text` */
      description: prose(maxLectureDescription).optional(),
      /** what students read in the lecture */
      text: prose(maxLectureText).optional(),
      ...readVersion,
    }),
    files: { videoUrl: { kind: 'video', maxBytes: maxVideoBytes } },
    status: 200,
    reply: z.object({ lecture: Lecture, message: z.string(), version: Version }),
    errors: ['not_found', 'changed_elsewhere', ...uploadErrors],
  }),
  reorder: endpoint({
    method: 'POST',
    path: '/api/course/reorderlectures/:courseId',
    maxBodyBytes: 200 * 1024,
    access: 'educator',
    summary:
      'Reorder the lectures of an own course; each lecture must be named exactly once. A lecture that leaves its section belongs to that of the lecture before it',
    params: courseParams,
    body: z.object({ lectureIds: z.array(Id).max(1000), ...readVersion }),
    status: 200,
    reply: z.object({ lectures: z.array(Lecture), outlineVersion: Version }),
    errors: ['not_found', 'lectures_changed', 'changed_elsewhere', 'rate_limited'],
  }),
  attach: upload({
    method: 'POST',
    path: '/api/course/attachment/:lectureId',
    access: 'educator',
    summary:
      'Add a file to an own lecture: PDF, office documents, texts and sources, pictures, audio or archives, as its bytes tell; returns all its files',
    params: lectureParams,
    body: z.object({}),
    files: { file: { kind: 'document', maxBytes: maxAttachmentBytes } },
    status: 201,
    reply: z.object({ attachments: z.array(Attachment), message: z.string() }),
    errors: ['not_found', ...uploadErrors],
  }),
  detach: endpoint({
    method: 'DELETE',
    path: '/api/course/attachment/:attachmentId',
    access: 'educator',
    summary: 'Delete a file of an own lecture; returns the others',
    params: z.object({ attachmentId: Id }),
    status: 200,
    reply: z.object({ attachments: z.array(Attachment), message: z.string() }),
    errors: ['not_found'],
  }),
  setCaptions: endpoint({
    method: 'POST',
    path: '/api/course/captions/:lectureId',
    maxBodyBytes: 3 * maxCaptionsLength + 4096,
    access: 'educator',
    summary:
      'Set the captions of an own lecture in one language from a WebVTT or SubRip file; they are deleted with its video',
    params: lectureParams,
    body: z.object({
      language: CaptionLanguage,
      text: z
        .string()
        .max(maxCaptionsLength, sentence('This file is too long: captions have at most 3,00,000 characters')),
      source: CaptionSource.extract(['file', 'editor']).default('file'),
      replaces: Replaces,
    }),
    status: 200,
    reply: z.object({ lecture: Lecture, message: z.string(), version: CaptionVersion }),
    errors: ['not_found', 'wrong_captions', 'captions_changed', 'rate_limited', 'storage_full'],
  }),
  setChapters: endpoint({
    method: 'POST',
    path: '/api/course/chapters/:lectureId',
    maxBodyBytes: 80 * 1024,
    access: 'educator',
    summary: "Set the chapters of an own lecture's video, or none; they are deleted with the video",
    params: lectureParams,
    body: z.object({
      chapters: Chapters,
      /** the chapters that these replace; left out, they replace whatever is there */
      replaces: z.array(SavedChapter).max(maxChapters).optional(),
    }),
    status: 200,
    reply: z.object({ lecture: Lecture, message: z.string() }),
    errors: ['not_found', 'chapters_changed', 'rate_limited', 'storage_full'],
  }),
  removeCaptions: endpoint({
    method: 'DELETE',
    path: '/api/course/captions/:lectureId/:language',
    access: 'educator',
    summary: 'Delete the captions of an own lecture in one language; missing captions are no error',
    params: lectureParams.extend({ language: CaptionLanguage }),
    status: 200,
    reply: z.object({ lecture: Lecture, message: z.string() }),
    errors: ['not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/course/removelecture/:lectureId',
    access: 'educator',
    summary: 'Delete an own lecture and its video',
    params: lectureParams,
    status: 200,
    reply: z.object({ message: z.string() }),
    errors: ['not_found'],
  }),
}
