import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Address } from './player/engine/source.ts'
import { usePlayback } from './player/use-playback.ts'

type Props = {
  address: Address
  /** its name for screen readers */
  label: string
  /** receives the element */
  video?: RefObject<HTMLVideoElement | null>
  className: string
  /** it cannot be played, or may not; `unseen`: this browser does not know the kind of its picture */
  onBroken?: (why: 'refused' | 'broken' | 'unseen') => void
}

/** A video with the browser's controls, played as its stream where it has one: the original may have gigabytes. */
export function StreamVideo({ address, label, video, className, onBroken }: Props) {
  const own = useRef<HTMLVideoElement>(null)
  const ref = video ?? own
  const { error } = usePlayback(ref, { address, duration: null, autoPlay: false })
  const reportBroken = useEffectEvent((why: NonNullable<typeof error>) => onBroken?.(why))
  useEffect(() => {
    if (error !== null) reportBroken(error)
  }, [error])
  // biome-ignore lint/a11y/useMediaCaption: for educators, who write the captions beside it
  return <video ref={ref} aria-label={label} controls playsInline preload="metadata" className={className} />
}
