import { t } from '@lingui/core/macro'
import { api as calls } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { spokenFailureOf } from '#lib/text/message-of.ts'
import { toast } from '#ui/overlays/toast.ts'

/** Starts the session of the educator's own lecture; false, with a message, when that failed. */
export async function startSession(lectureId: string): Promise<boolean> {
  try {
    await browserApi(calls.live.start, { params: { lectureId } })
    return true
  } catch (error) {
    toast.error(spokenFailureOf(error, t`Failed to start live session`))
    return false
  }
}

/** The lecture whose session was started here and whose educator is about to enter the room. Written in the browser only. */
let started: string | null = null

/** Notes that the educator enters the room next. */
export function educatorComes(lectureId: string): void {
  started = lectureId
}

export const isEducatorComing = (lectureId: string): boolean => started === lectureId

/** Returns whether the educator enters after a start, and forgets it. */
export function takeComing(lectureId: string): boolean {
  const coming = isEducatorComing(lectureId)
  if (coming) started = null
  return coming
}
