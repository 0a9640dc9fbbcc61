import { type ReactNode, useDeferredValue } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useHydrated } from '../use-hydrated.ts'

/**
 * What lies below the first screen of a page. After a press it is rendered behind what is above, so that the page is seen sooner. In a
 * document, on the way back to a place, and where the address names a part, it is there at once. `key`: another content is another page.
 */
export function BelowFold({ children }: { children: ReactNode }) {
  const hydrated = useHydrated()
  const type = useNavigationType()
  const { hash } = useLocation()
  const whole = !hydrated || type === 'POP' || hash !== ''
  const shown = useDeferredValue(true, whole)
  // as high as a screen: what follows does not come into view meanwhile
  return shown ? children : <div className="min-h-dvh" />
}
