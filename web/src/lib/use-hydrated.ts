import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether the page is hydrated. Until then a form that needs JavaScript must not be sent: the browser would load the page
 * again and drop what was typed.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
