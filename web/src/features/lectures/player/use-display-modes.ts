import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from 'react'

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

/**
 * The largest of `steps` that an element is at least as wide as, in pixels; 0 for none. Until the first layout, which is not forced, that of
 * the screen: on a phone they are the same.
 */
export function useWidthStep(box: RefObject<HTMLElement | null>, steps: readonly number[]): number {
  const stepOf = (width: number) => Math.max(0, ...steps.filter((step) => step <= width))
  const [reached, setReached] = useState(() => (typeof screen === 'undefined' ? 0 : stepOf(screen.width)))
  const note = useEffectEvent((width: number) => setReached(stepOf(width)))
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => entry && note(entry.contentRect.width))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
  return reached
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
  return typeof document !== 'undefined' && document.pictureInPictureEnabled ? { active, toggle } : null
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
