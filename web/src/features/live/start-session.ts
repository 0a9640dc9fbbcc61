import { api as calls } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { serverMessageOf } from '#lib/message-of.ts'
import { toast } from '#ui/toast.ts'

/** Starts the session of the educator's own lecture and shows a message; false when that failed. */
export async function startSession(lectureId: string): Promise<boolean> {
  try {
    await browserApi(calls.live.start, { params: { lectureId } })
    toast.success('Live session started!')
    return true
  } catch (error) {
    toast.error(serverMessageOf(error, 'Failed to start live session'))
    return false
  }
}
