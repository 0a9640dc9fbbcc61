import { useState, useSyncExternalStore } from 'react'
import { cx } from './cx.ts'
import { type ToastNote, toastStore } from './toast.ts'
import { ToastCard } from './toast-card.tsx'

const nothing: readonly ToastNote[] = []

/**
 * Mount once, near the end of the page. Two live regions stand from the first paint on: errors are read at once, the rest when
 * the reader pauses. Pointing at the notes or focusing one stops all their clocks.
 */
export function ToastViewport() {
  const notes = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => nothing)
  const [held, setHeld] = useState(false)
  // A note that goes away under the pointer may take the leave event with it.
  if (held && notes.length === 0) setHeld(false)
  const stack = (region: readonly ToastNote[]) =>
    region.map((note) => <ToastCard key={note.id} note={note} held={held} />)
  return (
    <section
      aria-label="Messages"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={cx(
        'pointer-events-none fixed top-[calc(var(--spacing-bar)+0.75rem)] right-3 z-60 flex w-[min(24rem,calc(100vw-1.5rem))] flex-col gap-2',
        '*:flex *:flex-col *:gap-2',
      )}
    >
      <div role="alert" aria-live="assertive" aria-atomic="false">
        {stack(notes.filter((note) => note.kind === 'error'))}
      </div>
      <div role="status" aria-live="polite" aria-atomic="false">
        {stack(notes.filter((note) => note.kind !== 'error'))}
      </div>
    </section>
  )
}
