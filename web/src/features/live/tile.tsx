import { Hand, MicOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '#ui/avatar.tsx'
import { cx } from '#ui/cx.ts'

type Props = {
  as?: 'figure' | 'li'
  name: string
  photo?: string
  /** what stands under the picture, when it is not the name alone */
  caption?: string
  badge?: string | null
  /** there is a picture to see */
  hasVideo: boolean
  muted: boolean
  handRaised: boolean
  /** stands over the picture: the connection is not there */
  trouble?: string | null
  wide?: boolean
  /** stands in the corner of the other picture */
  inset?: boolean
  children: ReactNode
}

/** The place of one person in the grid: picture or face, name, and how he takes part. */
export function Tile(props: Props) {
  const {
    as: Tag = 'li',
    name,
    photo,
    caption = name,
    badge,
    hasVideo,
    muted,
    handRaised,
    trouble,
    wide,
    inset,
    children,
  } = props
  return (
    <Tag
      className={cx(
        'aspect-video min-w-0 overflow-hidden rounded-md bg-night-raised text-on-night',
        inset ? 'absolute right-2 bottom-2 w-[45%] shadow-popup ring-2 ring-night sm:w-1/4 sm:min-w-48' : 'relative',
        handRaised && 'ring-3 ring-accent',
        wide && 'col-span-full',
      )}
    >
      {!hasVideo && (
        <span className="absolute inset-0 grid place-items-center bg-night-raised">
          <Avatar name={name} photo={photo} size="lg" />
        </span>
      )}
      {children}
      {trouble && (
        <p className="absolute inset-0 grid place-items-center bg-night/75 p-3 pb-[28%] text-center text-sm sm:pb-[15%]">
          {trouble}
        </p>
      )}
      {handRaised && (
        <span className="absolute top-2 right-2 flex items-center gap-1.5 rounded-full bg-accent px-2.5 py-1 text-xs font-semibold text-on-accent">
          <Hand aria-hidden="true" className="size-3.5" />
          <span className="max-sm:sr-only">Hand raised</span>
        </span>
      )}
      <p
        className={cx(
          'absolute flex items-center gap-1.5 rounded-full bg-night/85 font-semibold',
          inset
            ? 'bottom-1 left-1 max-w-[calc(100%-0.5rem)] px-2 py-0.5 text-[0.6875rem]'
            : 'bottom-2 left-2 max-w-[calc(100%-1rem)] px-2.5 py-1 text-xs',
        )}
      >
        {muted && <MicOff aria-label="Microphone off" role="img" className="size-3.5 shrink-0 text-accent" />}
        <span className="truncate">{caption}</span>
        {badge && <span className="shrink-0 rounded-full bg-accent px-1.5 text-on-accent">{badge}</span>}
      </p>
    </Tag>
  )
}
