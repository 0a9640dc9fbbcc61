import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'

/** iPhones show only the video in full screen, by a method of their own. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

type Refs = { box: RefObject<HTMLElement | null>; video: RefObject<HTMLVideoElement | null> }

/** Shows the whole player in full screen, with its controls. */
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

/** The width of an element in pixels, before it is first seen and whenever it changes. */
export function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    const read = () => setWidth(current.clientWidth)
    read()
    const observer = new ResizeObserver(read)
    observer.observe(current)
    return () => observer.disconnect()
  }, [box])
  return width
}

export type PictureInPicture = { active: boolean; toggle: () => void }

/** Picture in picture; null where the browser does not support it. */
export function usePictureInPicture(video: RefObject<HTMLVideoElement | null>): PictureInPicture | null {
  const [active, setActive] = useState(false)
  useEffect(() => {
    const { current } = video
    if (!current) return
    const enter = () => setActive(true)
    const leave = () => setActive(false)
    current.addEventListener('enterpictureinpicture', enter)
    current.addEventListener('leavepictureinpicture', leave)
    return () => {
      current.removeEventListener('enterpictureinpicture', enter)
      current.removeEventListener('leavepictureinpicture', leave)
    }
  }, [video])
  const toggle = useCallback(() => {
    // rejected before the first frame
    if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => {})
    else void video.current?.requestPictureInPicture().catch(() => {})
  }, [video])
  return document.pictureInPictureEnabled ? { active, toggle } : null
}

/** The page gives the player all of its width; null where it has no more to give. */
export type Theatre = { on: boolean; toggle: () => void }

/** Apple's browsers know other screens, and have their own list of them. */
type AppleVideo = HTMLVideoElement & { webkitShowPlaybackTargetPicker?: () => void }
type Availability = Event & { availability?: 'available' | 'not-available' }

/** Returns what opens the list of screens; null while there is none that the video can be sent to. */
export function useAirPlay(video: RefObject<HTMLVideoElement | null>): (() => void) | null {
  const [available, setAvailable] = useState(false)
  useEffect(() => {
    const { current } = video
    const change = (event: Availability) => setAvailable(event.availability === 'available')
    current?.addEventListener('webkitplaybacktargetavailabilitychanged', change)
    return () => current?.removeEventListener('webkitplaybacktargetavailabilitychanged', change)
  }, [video])
  const show = useCallback(() => {
    const apple: AppleVideo | null = video.current
    apple?.webkitShowPlaybackTargetPicker?.()
  }, [video])
  return available ? show : null
}
