import { useCallback } from 'react'
import { useSubmit } from 'react-router'
import { paths } from '../paths.ts'

/**
 * Returns a function that submits a small form to the root's client action, without a navigation. While a fetcher of that key is pending,
 * `useFetchers` has its form, which shows the change at once. A second submission of the same key replaces the first. The action writes
 * what was saved to `session`: no loader runs again.
 */
export function useUserFetcher(): (key: string, form: Record<string, string>) => void {
  const submit = useSubmit()
  return useCallback(
    (key, form) =>
      void submit(form, {
        method: 'post',
        action: paths.home,
        navigate: false,
        fetcherKey: key,
        defaultShouldRevalidate: false,
        flushSync: true,
      }),
    [submit],
  )
}
