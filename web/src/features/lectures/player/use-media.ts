import { type RefObject, useEffect, useState } from 'react'
import { initialMedia, type MediaState, mediaEvents, readMedia } from './media-state.ts'

/** The state of a video element, kept up to date by its own events. */
export function useMedia(video: RefObject<HTMLVideoElement | null>): MediaState {
  const [state, setState] = useState(initialMedia)
  useEffect(() => {
    const { current } = video
    if (!current) return
    const read = () => setState(readMedia(current))
    for (const event of mediaEvents) current.addEventListener(event, read)
    read()
    return () => {
      for (const event of mediaEvents) current.removeEventListener(event, read)
    }
  }, [video])
  return state
}
