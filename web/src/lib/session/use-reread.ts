import { useCallback } from 'react'
import { useRevalidator } from 'react-router'
import { sessionOver } from './session.ts'

/**
 * Returns a function that reads the page again, also after a call that failed; not once the session has ended: it would leave the page,
 * with what was typed there.
 */
export function useReread(): (failure?: { login: string | undefined }) => Promise<void> {
  const { revalidate } = useRevalidator()
  return useCallback(
    async (failure) => {
      if (!failure?.login && !sessionOver.read()) await revalidate()
    },
    [revalidate],
  )
}
