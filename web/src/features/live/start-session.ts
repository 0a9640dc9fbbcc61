import { api as calls } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { serverMessageOf } from '#lib/message-of.ts'
import { toast } from '#ui/toast.ts'

/** Starts the session of a lecture of mine and says so; false when it was refused, which is said too. */
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
