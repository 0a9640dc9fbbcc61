import { srcSetOf } from '@virtual-courses/contract'
import { type RefObject, useLayoutEffect, useState } from 'react'

type Props = { url: string | undefined }

/** Where the player is as wide as the page, and where a list stands beside it. */
const sizes = '(min-width: 82rem) 56rem, (min-width: 64rem) calc(100vw - 28rem), 100vw'

/**
 * The picture of a video before it plays. It is the largest thing on the page of a lecture, so it comes with the document, before all else:
 * React preloads an image of this priority. The player shows the same element, of which the browser has the bytes by then.
 */
export function Poster({ url }: Props) {
  if (!url) return null
  return (
    <img
      src={url}
      srcSet={srcSetOf(url, 'webp')}
      sizes={sizes}
      alt=""
      fetchPriority="high"
      decoding="sync"
      className="pointer-events-none absolute inset-0 size-full object-contain group-has-data-playing/player:hidden"
    />
  )
}

/** Whether a video has shown nothing of its own yet: it is new in the element, was not played, and not moved to a place. */
export function useUnplayed(video: RefObject<HTMLVideoElement | null>): boolean {
  const [unplayed, setUnplayed] = useState(true)
  useLayoutEffect(() => {
    const { current } = video
    if (!current) return
    // a press may have played it before the scripts of the page were there
    if (current.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) setUnplayed(false)
    const empty = () => setUnplayed(true)
    const begin = () => setUnplayed(false)
    current.addEventListener('emptied', empty)
    for (const event of ['playing', 'seeked']) current.addEventListener(event, begin)
    return () => {
      current.removeEventListener('emptied', empty)
      for (const event of ['playing', 'seeked']) current.removeEventListener(event, begin)
    }
  }, [video])
  return unplayed
}
