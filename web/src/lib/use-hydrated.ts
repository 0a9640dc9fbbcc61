import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether the page's script runs. Until then a form that only the script can send stays unsent: the browser would load the
 * page anew and drop what was typed.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
