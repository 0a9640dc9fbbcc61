import { useEffect, useRef } from 'react'
import { cx } from '#ui/cx.ts'

type Props = {
  track: MediaStreamTrack | null
  label: string
  /** like a mirror, as people know themselves; others and screens are never mirrored */
  mirrored?: boolean
  className?: string
}

/** What a camera or a screen of this page shows, without its sound. */
export function TrackVideo({ track, label, mirrored = false, className }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = video.current
    if (!element || !track) return
    element.srcObject = new MediaStream([track])
    // interrupted by the next picture, or by leaving
    element.play().catch(() => {})
    return () => {
      element.srcObject = null
    }
  }, [track])
  return (
    <video
      ref={video}
      muted
      playsInline
      aria-label={label}
      className={cx('absolute inset-0 size-full', mirrored && '-scale-x-100', !track && 'invisible', className)}
    />
  )
}
