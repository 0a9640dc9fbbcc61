import { t } from '@lingui/core/macro'
import { ApiError, api as calls } from '@virtual-courses/contract'
import { browserApi, inReadersLanguage } from '#lib/api.ts'
import { keepaliveApi } from '#lib/connection/keepalive-api.ts'
import type { Failure, NoteCalls } from './note-keeper.ts'

/** A busy or unreachable server comes back, the session may begin again; other errors are for the user to read. */
export function judgeNoteFailure(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { kind: 'offline' }
  const { status, code, message } = error
  if (status === 0 || status === 408 || status === 429 || status >= 500) return { kind: 'offline' }
  if (status === 401) return { kind: 'signed-out' }
  if (code === 'changed_elsewhere') return { kind: 'changed' }
  if (status === 404) return { kind: 'gone', message: t`This lecture is not there any more.` }
  return { kind: 'refused', message }
}

const leavingApi = inReadersLanguage(keepaliveApi)
/** While the page is being left, a call outlives it. */
const apiNow = () => (document.visibilityState === 'hidden' ? leavingApi : browserApi)

/** The calls of a course's notes. */
export const noteCalls = (courseId: string): NoteCalls => ({
  list: () => browserApi(calls.notes.ofCourse, { params: { courseId } }),
  read: (noteId) =>
    browserApi(calls.notes.read, { params: { noteId } }).then(
      ({ note }) => note,
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      },
    ),
  async save(noteId, { text, ...sent }) {
    // the server takes no halves of characters
    const body = { ...sent, text: text.replaceAll(/\p{Surrogate}/gu, '\ufffd') }
    return (await apiNow()(calls.notes.save, { params: { noteId }, body })).note
  },
  remove: (noteId, query) => apiNow()(calls.notes.remove, { params: { noteId }, query }),
  judge: judgeNoteFailure,
})
