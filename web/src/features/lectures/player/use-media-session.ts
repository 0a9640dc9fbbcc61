import { useEffect } from 'react'
import { useSettings } from '#lib/root-data.ts'

type Handlers = {
  seek(by: number): void
  next: (() => void) | null
}

/** Title and extra keys for the lock screen, headphones and the keyboard's media keys; play and pause work by themselves. */
export function useMediaSession(title: string, playing: boolean, { seek, next }: Handlers): void {
  const { siteName } = useSettings()
  useEffect(() => {
    const { mediaSession } = navigator
    if (!mediaSession || !playing) return
    mediaSession.metadata = new MediaMetadata({ title, artist: siteName })
    const handlers: [MediaSessionAction, MediaSessionActionHandler | null][] = [
      ['seekbackward', ({ seekOffset }) => seek(-(seekOffset ?? 10))],
      ['seekforward', ({ seekOffset }) => seek(seekOffset ?? 10)],
      ['nexttrack', next],
    ]
    const set = (action: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
      try {
        mediaSession.setActionHandler(action, handler)
      } catch {
        // older browsers do not know every action
      }
    }
    for (const [action, handler] of handlers) set(action, handler)
    return () => {
      for (const [action] of handlers) set(action, null)
    }
  }, [title, siteName, playing, seek, next])
}
