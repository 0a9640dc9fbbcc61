import { type ReactNode, Suspense, useEffect, useId, useLayoutEffect } from 'react'

/** Ids of parts that the document brought and whose code is still being fetched. */
const waiting = new Set<string>()

/** `<html data-hydrated>`: every control of the document works. Public: tests and monitoring wait for it. */
function mark(): void {
  if (waiting.size === 0) document.documentElement.dataset.hydrated = ''
}

/** Whether the mark is set; not on the server. */
export const isHydrated = (): boolean =>
  typeof document !== 'undefined' && 'hydrated' in document.documentElement.dataset

/** Sets the mark once React has taken over the document. Belongs at the root, once. */
export function HydrationMark() {
  useEffect(mark, [])
  return null
}

/** Keeps the mark off until the returned function is called; nothing once it is set. */
export function holdMark(id: string): () => void {
  if (!isHydrated()) waiting.add(id)
  return () => {
    waiting.delete(id)
    mark()
  }
}

function Hydrated({ id }: { id: string }) {
  useEffect(() => {
    waiting.delete(id)
    mark()
  }, [id])
  return null
}

/** `Suspense` around lazy controls that the server renders: React hydrates them later than the rest, and the mark waits. */
export function HydratedLater({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  const id = useId()
  // runs in the root's commit, before the effect of the mark
  useLayoutEffect(() => {
    if (!isHydrated()) waiting.add(id)
    return () => {
      waiting.delete(id)
    }
  }, [id])
  return (
    <Suspense fallback={fallback}>
      {children}
      <Hydrated id={id} />
    </Suspense>
  )
}
