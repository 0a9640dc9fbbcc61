import { type RefObject, useCallback, useEffect, useState } from 'react'

/** iPhones fill the screen with the video alone, by a way of their own. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

type Refs = { box: RefObject<HTMLElement | null>; video: RefObject<HTMLVideoElement | null> }

/** Fills the screen with the whole player, so that its own controls stay. */
export function useFullscreen({ box, video }: Refs): { full: boolean; toggle: () => void } {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const read = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === box.current)
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [box])
  const toggle = useCallback(() => {
    // rejected where the browser does not allow it; everything stays as it is
    if (document.fullscreenElement) return void document.exitFullscreen().catch(() => {})
    if (box.current?.requestFullscreen) return void box.current.requestFullscreen().catch(() => {})
    const phone: PhoneVideo | null = video.current
    phone?.webkitEnterFullscreen?.()
  }, [box, video])
  return { full, toggle }
}
