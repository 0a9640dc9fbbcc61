import { useEffect, useRef } from 'react'
import { cx } from '#ui/cx.ts'

type Props = {
  track: MediaStreamTrack | null
  label: string
  /** for the user's own camera; others and screens are never mirrored */
  mirrored?: boolean
  className?: string
}

/** Plays a local camera or screen track, without sound. */
export function TrackVideo({ track, label, mirrored = false, className }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = video.current
    if (!element || !track) return
    element.srcObject = new MediaStream([track])
    // interrupted by the next track, or by leaving
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
