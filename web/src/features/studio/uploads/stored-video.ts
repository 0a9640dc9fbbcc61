import type { ComponentType, RefObject } from 'react'

/** How a saved video plays in the studio: as its stream where it has one, with the browser's controls. Pages hand it over. */
export type StoredVideo = ComponentType<{
  /** its name for screen readers */
  label: string
  address: { videoUrl: string; streamUrl?: string | undefined }
  /** receives the element */
  video?: RefObject<HTMLVideoElement | null>
  className: string
  /** it cannot be played, or may not */
  onBroken?: (why: 'refused' | 'broken' | 'unseen') => void
}>
