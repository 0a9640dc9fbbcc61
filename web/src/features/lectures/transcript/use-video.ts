import { type RefObject, useEffect, useState } from 'react'
import { cueAt, type TextCue } from './cues.ts'

/**
 * Returns the video element inside an element, which may come and go. It is all that a transcript knows of the player: it reads its time
 * and tracks, and seeks.
 */
export function useVideoIn(stage: RefObject<HTMLElement | null>): HTMLVideoElement | null {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  useEffect(() => {
    const { current } = stage
    if (!current) return
    const findVideo = () =>
      setVideo((known) => (known && current.contains(known) ? known : current.querySelector('video')))
    findVideo()
    const observer = new MutationObserver(findVideo)
    observer.observe(current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [stage])
  return video
}

/** Returns the language of the captions that a player shows; null while it shows none. */
export function useShownLanguage(video: HTMLVideoElement | null): string | null {
  const [language, setLanguage] = useState<string | null>(null)
  useEffect(() => {
    if (!video) return
    const { textTracks } = video
    const read = () =>
      setLanguage(
        [...textTracks].find(({ kind, mode }) => (kind === 'captions' || kind === 'subtitles') && mode !== 'disabled')
          ?.language ?? null,
      )
    read()
    for (const event of ['change', 'addtrack', 'removetrack']) textTracks.addEventListener(event, read)
    return () => {
      for (const event of ['change', 'addtrack', 'removetrack']) textTracks.removeEventListener(event, read)
    }
  }, [video])
  return language
}

/** Returns the index of the cue that is spoken; -1 before the first one. */
export function useCurrentCue(video: HTMLVideoElement | null, cues: readonly TextCue[]): number {
  const [index, setIndex] = useState(-1)
  useEffect(() => {
    if (!video) return
    const read = () => setIndex(cueAt(cues, video.currentTime))
    read()
    for (const event of ['timeupdate', 'seeking', 'loadedmetadata']) video.addEventListener(event, read)
    return () => {
      for (const event of ['timeupdate', 'seeking', 'loadedmetadata']) video.removeEventListener(event, read)
    }
  }, [video, cues])
  return index
}
