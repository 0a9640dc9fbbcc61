import type { ReactNode } from 'react'
import { useRouteChange } from './route-change.tsx'

/** What surrounds every page, its error pages too. */
export function Shell({ children }: { children: ReactNode }) {
  useRouteChange()
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-primary px-4 py-2 text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <main id="content" tabIndex={-1} className="min-h-[70dvh] pt-bar outline-none">
        {children}
      </main>
    </>
  )
}
