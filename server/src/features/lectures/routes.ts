import { api } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { reserveRoom, uploadHeaders } from '../media/index.ts'
import { attachFile, authorizeAttachment, removeAttachment } from './attach-file.ts'
import { createLecture } from './create-lecture.ts'
import { duplicateCourse } from './duplicate-course.ts'
import { authorizeEdit, editLecture, removeLecture } from './edit-lecture.ts'
import { arrangeOutline, createSection, editSection, removeSection } from './edit-sections.ts'
import { listLectures, reorderLectures } from './list-lectures.ts'
import {
  appendToUpload,
  cancelUpload,
  createUpload,
  getUploadResult,
  listUploads,
  readUpload,
} from './receive-upload.ts'
import { createServedMarks } from './record-served.ts'
import { removeCourse } from './remove-course.ts'
import { removeCaptions, setCaptions } from './set-captions.ts'
import { setChapters } from './set-chapters.ts'
import { registerStreams } from './stream-routes.ts'
import { alignTranscript, readTranscription, startTranscription, stopTranscription } from './transcribe.ts'
import { noteChecksums } from './upload-checksums.ts'
import { changeVideo, listVideos } from './video-status.ts'
import { findAttachment, getCaptions, getContent } from './watch-lecture.ts'

/** Serves the endpoints of lectures with their videos and captions, and those that duplicate or remove a course with its lectures. */
export function registerLectures(routes: Routes, deps: FeatureDeps): void {
  const marks = createServedMarks(deps.db)
  const serving = { ...deps, marks }

  serve(
    routes.educator,
    api.lectures.create,
  )(async ({ params, body, viewer }) => ({
    lecture: await createLecture(deps, viewer.id, params.courseId, body),
  }))

  serve(routes.public, api.lectures.list)(async ({ params, viewer }) => listLectures(deps, params.courseId, viewer))

  serve(
    routes.public,
    api.lectures.content,
  )(async ({ params, viewer }) => getContent(serving, params.lectureId, viewer))

  serve(routes.educator, api.lectures.edit, {
    authorize: ({ params, viewer }) => authorizeEdit(deps, viewer.id, params.lectureId),
    reserve: (viewer, bytes) => reserveRoom(deps, viewer.id, bytes),
  })(async ({ params, body, files, viewer, signal }) => ({
    ...(await editLecture(deps, viewer.id, params.lectureId, body, files.videoUrl, signal)),
    message: 'Lecture Updated',
  }))

  serve(
    routes.educator,
    api.lectures.reorder,
  )(async ({ params, body, viewer }) => reorderLectures(deps, viewer.id, params.courseId, body))

  serve(
    routes.educator,
    api.sections.create,
  )(async ({ params, body, viewer }) => createSection(deps, viewer.id, params.courseId, body))

  serve(
    routes.educator,
    api.sections.rename,
  )(async ({ params, body, viewer }) => editSection(deps, viewer.id, params.sectionId, body))

  serve(
    routes.educator,
    api.sections.remove,
  )(async ({ params, viewer }) => removeSection(deps, viewer.id, params.sectionId))

  serve(
    routes.educator,
    api.sections.arrange,
  )(async ({ params, body, viewer }) => arrangeOutline(deps, viewer.id, params.courseId, body))

  serve(routes.educator, api.lectures.attach, {
    authorize: ({ params, viewer }) => authorizeAttachment(deps, viewer.id, params.lectureId),
    reserve: (viewer, bytes) => reserveRoom(deps, viewer.id, bytes),
  })(async ({ params, files, viewer, signal }) => ({
    attachments: await attachFile(deps, viewer.id, params.lectureId, files.file, signal),
    message: 'File added',
  }))

  serve(
    routes.educator,
    api.lectures.detach,
  )(async ({ params, viewer }) => ({
    attachments: await removeAttachment(deps, viewer.id, params.attachmentId),
    message: 'File removed',
  }))

  serve(
    routes.educator,
    api.lectures.setCaptions,
  )(async ({ params, body, viewer }) => ({
    ...(await setCaptions(deps, viewer.id, params.lectureId, body)),
    message: 'Captions saved',
  }))

  serve(
    routes.educator,
    api.lectures.setChapters,
  )(async ({ params, body, viewer }) => ({
    lecture: await setChapters(deps, viewer.id, params.lectureId, body),
    message: body.chapters.length === 0 ? 'Chapters removed' : 'Chapters saved',
  }))

  serve(
    routes.educator,
    api.lectures.removeCaptions,
  )(async ({ params, viewer }) => ({
    lecture: await removeCaptions(deps, viewer.id, params.lectureId, params.language),
    message: 'Captions removed',
  }))

  serve(routes.educator, api.videos.list)(async ({ params, viewer }) => listVideos(deps, viewer.id, params.courseId))

  serve(
    routes.educator,
    api.videos.retry,
  )(async ({ params, viewer }) => changeVideo(deps, viewer.id, params.lectureId, 'retry'))

  serve(
    routes.educator,
    api.videos.cancel,
  )(async ({ params, viewer }) => changeVideo(deps, viewer.id, params.lectureId, 'cancel'))

  serve(
    routes.educator,
    api.transcriptions.read,
  )(async ({ params, viewer }) => readTranscription(deps, viewer.id, params.lectureId))

  serve(
    routes.educator,
    api.transcriptions.start,
  )(async ({ params, body, viewer }) => startTranscription(deps, viewer.id, params.lectureId, body))

  serve(
    routes.educator,
    api.transcriptions.align,
  )(async ({ params, body, viewer }) => alignTranscript(deps, viewer.id, params.lectureId, body))

  serve(
    routes.educator,
    api.transcriptions.stop,
  )(async ({ params, viewer }) => stopTranscription(deps, viewer.id, params.lectureId))

  serve(
    routes.educator,
    api.lectures.remove,
  )(async ({ params, viewer }) => {
    await removeLecture(deps, viewer.id, params.lectureId)
    return { message: 'Lecture Removed' }
  })

  serve(routes.educator, api.uploads.create)(async ({ headers, viewer }) => createUpload(deps, viewer.id, headers))

  serve(
    routes.educator,
    api.uploads.head,
  )(async ({ params, headers, viewer, signal }) => readUpload(deps, viewer.id, params.uploadId, { headers, signal }))

  serve(
    routes.educator,
    api.uploads.append,
  )(async ({ params, headers, viewer, part, signal }) =>
    appendToUpload(deps, viewer.id, params.uploadId, { headers, part, signal }),
  )

  serve(
    routes.educator,
    api.uploads.override,
  )(async ({ params, headers, viewer, part, signal }) => {
    const method = String(headers['x-http-method-override'] ?? '').toUpperCase()
    if (method === 'PATCH') return appendToUpload(deps, viewer.id, params.uploadId, { headers, part, signal })
    if (method !== 'DELETE') throw new DomainError('method_not_allowed')
    await cancelUpload(deps, viewer.id, params.uploadId, signal)
    return { headers: {} }
  })

  serve(
    routes.educator,
    api.uploads.checksums,
  )(async ({ params, body, viewer }) => noteChecksums(deps, viewer.id, params.uploadId, body))

  serve(
    routes.educator,
    api.uploads.cancel,
  )(async ({ params, viewer, signal }) => {
    await cancelUpload(deps, viewer.id, params.uploadId, signal)
    return { headers: {} }
  })

  serve(routes.educator, api.uploads.list)(async ({ viewer }) => ({ uploads: await listUploads(deps, viewer.id) }))

  serve(
    routes.educator,
    api.uploads.result,
  )(async ({ params, viewer }) => getUploadResult(deps, viewer.id, params.uploadId))

  registerStreams(routes, deps, marks)

  serve(
    routes.public,
    api.media.attachment,
  )(async ({ params, viewer, isHead }) => {
    const found = await findAttachment(serving, params.attachmentId, viewer, isHead)
    const { id, contentType, disposition, located, note, isUncounted } = found
    const headers = { ...uploadHeaders, 'content-disposition': disposition }
    const described = { contentType, etag: `"${id}"`, cacheControl: 'private, no-cache', headers }
    if (located.kind === 'url') {
      if (!isUncounted) return { kind: 'redirect', url: located.url, headers }
      // anyone who has an address can GET it; of a HEAD no file is opened
      return { kind: 'file', path: '', bytes: located.bytes, ...described }
    }
    const { path, bytes, proxyPath } = located
    const counted = note && { note, by: 'whole' as const, heads: 'none' as const }
    return { kind: 'file', path, bytes, proxyPath, ...described, counted }
  })

  serve(
    routes.public,
    api.media.captions,
  )(async ({ params, viewer }) => {
    const { vtt, etag } = await getCaptions(deps, params.lectureId, params.file.replace(/\.vtt$/, ''), viewer)
    return {
      kind: 'text',
      text: vtt,
      contentType: 'text/vtt; charset=utf-8',
      headers: { ...uploadHeaders, etag, 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' },
    }
  })

  serve(
    routes.educator,
    api.courses.duplicate,
  )(async ({ params, viewer }) => duplicateCourse(deps, viewer, params.courseId))

  serve(
    routes.educator,
    api.courses.remove,
  )(async ({ params, viewer }) => {
    await removeCourse(deps, viewer.id, params.courseId)
    return { message: 'Course Deleted' }
  })
}
