import { useSyncExternalStore } from 'react'

/** Width from which a table fits; the same as `lg` in the styles. */
const query = '(min-width: 64rem)'

const listeners = new Set<() => void>()
let media: MediaQueryList | undefined
const notify = () => {
  for (const listener of listeners) listener()
}

/** One listener of the browser for all: what moves from one place of a page to another leaves and comes in one rendering, with what was typed. */
function subscribe(onChange: () => void): () => void {
  if (!media) {
    media = matchMedia(query)
    media.addEventListener('change', notify)
  }
  listeners.add(onChange)
  return () => {
    listeners.delete(onChange)
  }
}

/** Whether the window is wide. null on the server and during hydration: then the styles decide. */
export const useWideScreen = (): boolean | null =>
  useSyncExternalStore<boolean | null>(
    subscribe,
    () => matchMedia(query).matches,
    () => null,
  )
