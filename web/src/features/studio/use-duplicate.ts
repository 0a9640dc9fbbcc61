import { type Course, api as calls } from '@virtual-courses/contract'
import { useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { messageOfError } from '#lib/message-of.ts'
import { toast } from '#ui/toast.ts'

export type Duplicate = {
  busy: boolean
  /** Makes a copy and hands it on; says so when it cannot be made. */
  start(courseId: string): Promise<void>
}

/** Copies a course of one's own into a draft. A second press while one is being made is ignored. */
export function useDuplicate(onCopied: (copy: Course) => void): Duplicate {
  const [busy, setBusy] = useState(false)
  const working = useRef(false)
  return {
    busy,
    async start(courseId) {
      if (working.current) return
      working.current = true
      setBusy(true)
      try {
        const copy = await browserApi(calls.courses.duplicate, { params: { courseId } })
        toast.success('Course Duplicated')
        onCopied(copy)
      } catch (error) {
        toast.error(messageOfError(error, 'Something went wrong'))
      } finally {
        working.current = false
        setBusy(false)
      }
    },
  }
}
