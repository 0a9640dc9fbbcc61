import './navigation-progress.css'
import { useNavigation } from 'react-router'

/** A thin bar at the top while the next page is loading; it appears after a short delay, so that fast pages do not flicker. */
export function NavigationProgress() {
  const busy = useNavigation().state !== 'idle'
  return (
    <div aria-hidden="true" className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.75">
      {busy && <div className="navigation-progress h-full bg-accent" />}
    </div>
  )
}
