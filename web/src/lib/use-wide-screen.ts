import { useSyncExternalStore } from 'react'

/** From here on a table has room; the same width as `lg` in the styles. */
const query = '(min-width: 64rem)'

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Whether the window is wide; null on the server and while hydrating, when it is unknown and the styles decide. */
export const useWideScreen = (): boolean | null =>
  useSyncExternalStore<boolean | null>(
    subscribe,
    () => matchMedia(query).matches,
    () => null,
  )
