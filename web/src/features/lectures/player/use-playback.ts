import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createStore } from '#lib/create-store.ts'
import { createPlayback, initialPlayback, type Playback, type PlaybackOptions } from './engine/playback.ts'

/**
 * Plays videos in an element. Their address is not a property of the element: React creates elements before they are in the document,
 * and a video that loads there fires its metadata event before there are listeners.
 */
export function usePlayback(video: RefObject<HTMLVideoElement | null>, options: PlaybackOptions) {
  const [store] = useState(() => createStore(initialPlayback))
  const state = useSyncExternalStore(store.subscribe, store.read, store.read)
  const playback = useRef<Playback | null>(null)

  useLayoutEffect(() => {
    if (!video.current) return
    playback.current = createPlayback(video.current, store)
    return () => {
      playback.current?.close()
      playback.current = null
    }
  }, [video, store])

  useLayoutEffect(() => playback.current?.show(options))

  return { ...state, retry: () => playback.current?.retry() }
}
