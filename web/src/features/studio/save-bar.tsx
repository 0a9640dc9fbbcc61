import type { ReactNode } from 'react'

/** The foot of a form: stays in view while the form is longer than the screen. `state` says what is not saved. */
export function SaveBar({ state, children }: { state: string; children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-20 -mx-gutter border-t border-line bg-canvas/95 px-gutter pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur-md">
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
        <p aria-live="polite" className="mr-auto text-sm font-medium text-muted">
          {state}
        </p>
        {children}
      </div>
    </div>
  )
}
