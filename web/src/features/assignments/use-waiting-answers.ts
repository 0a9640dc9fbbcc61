import { api as calls } from '@virtual-courses/contract'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { browserApi } from '#lib/api.ts'

/** Number of answers that wait for the educator, up to 100; 0 until it is known. Read again with each page. */
export function useWaitingAnswers(shown: boolean): number {
  const { pathname } = useLocation()
  const [count, setCount] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page reads it again
  useEffect(() => {
    if (!shown) return
    const control = new AbortController()
    browserApi(calls.assignments.waiting, { signal: control.signal }).then(
      (reply) => setCount(reply.count),
      () => {},
    )
    return () => control.abort()
  }, [shown, pathname])
  return count
}
