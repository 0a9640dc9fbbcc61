import { msg } from '@lingui/core/runtime-macro'
import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { reserveRoom } from '../media/index.ts'
import { attachFile, authorizeAttachment, removeAttachment } from './attachments/attach-file.ts'
import { createLecture } from './create-lecture.ts'
import { duplicateCourse } from './duplicate-course.ts'
import { authorizeEdit, editLecture, removeLecture } from './edit-lecture.ts'
import { listLectures, reorderLectures } from './list-lectures.ts'
import { removeCourse } from './remove-course.ts'
import { arrangeOutline, createSection, editSection, removeSection } from './sections/edit-sections.ts'
import { setChapters } from './set-chapters.ts'

/** Serves the endpoints of lectures and sections, and those that duplicate or remove a course with its lectures. */
export function registerLectures(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.educator,
    api.lectures.create,
  )(async ({ params, body, viewer }) => ({
    lecture: await createLecture(deps, viewer.id, params.courseId, body),
  }))

  serve(routes.public, api.lectures.list)(async ({ params, viewer }) => listLectures(deps, params.courseId, viewer))

  serve(routes.educator, api.lectures.edit, {
    authorize: ({ params, viewer }) => authorizeEdit(deps, viewer.id, params.lectureId),
    reserve: (viewer, bytes) => reserveRoom(deps, viewer.id, bytes),
  })(async ({ params, body, files, viewer, signal, say }) => ({
    ...(await editLecture(deps, viewer.id, params.lectureId, { changes: body, video: files.videoUrl, signal })),
    message: say(msg`Lecture Updated`),
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
  })(async ({ params, files, viewer, signal, say }) => ({
    attachments: await attachFile(deps, viewer.id, params.lectureId, { received: files.file, signal }),
    message: say(msg`File added`),
  }))

  serve(
    routes.educator,
    api.lectures.detach,
  )(async ({ params, viewer, say }) => ({
    attachments: await removeAttachment(deps, viewer.id, params.attachmentId),
    message: say(msg`File removed`),
  }))

  serve(
    routes.educator,
    api.lectures.setChapters,
  )(async ({ params, body, viewer, say }) => ({
    lecture: await setChapters(deps, viewer.id, params.lectureId, body),
    message: say(body.chapters.length === 0 ? msg`Chapters removed` : msg`Chapters saved`),
  }))

  serve(
    routes.educator,
    api.lectures.remove,
  )(async ({ params, viewer, say }) => {
    await removeLecture(deps, viewer.id, params.lectureId)
    return { message: say(msg`Lecture Removed`) }
  })

  serve(
    routes.educator,
    api.courses.duplicate,
  )(async ({ params, viewer, say }) => duplicateCourse(deps, viewer, params.courseId, say))

  serve(
    routes.educator,
    api.courses.remove,
  )(async ({ params, viewer, say }) => {
    await removeCourse(deps, viewer.id, params.courseId)
    return { message: say(msg`Course Deleted`) }
  })
}
