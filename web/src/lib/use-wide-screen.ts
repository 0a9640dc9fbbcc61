import { useSyncExternalStore } from 'react'

/** Width from which a table fits; the same as `lg` in the styles. */
const query = '(min-width: 64rem)'

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Whether the window is wide. null on the server and during hydration: then the styles decide. */
export const useWideScreen = (): boolean | null =>
  useSyncExternalStore<boolean | null>(
    subscribe,
    () => matchMedia(query).matches,
    () => null,
  )
