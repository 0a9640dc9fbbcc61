import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether the page's script runs. Until then a form of the studio cannot be sent: the browser would load the page anew and
 * drop what was typed.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
