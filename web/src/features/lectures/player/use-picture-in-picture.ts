import { type RefObject, useCallback, useEffect, useState } from 'react'

export type PictureInPicture = { active: boolean; toggle: () => void }

/** A small window for the video that stays while one works elsewhere; null where the browser has none for pages to open. */
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
    // rejected before the video has a picture
    if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => {})
    else void video.current?.requestPictureInPicture().catch(() => {})
  }, [video])
  return document.pictureInPictureEnabled ? { active, toggle } : null
}
