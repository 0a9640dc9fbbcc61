import type { Participant } from '@virtual-courses/contract'
import { useEffect, useRef } from 'react'
import { cx } from '#ui/cx.ts'
import type { Link } from './mesh.ts'
import { Tile } from './tile.tsx'

type Props = {
  person: Participant
  link: Link | undefined
  wide: boolean
  /** the browser wants a press before it lets this page sound */
  onSilenced: () => void
}

function troubleOf({ connected }: Participant, link: Link | undefined): string | null {
  if (link?.state === 'connected') return null
  if (!connected) return 'Lost the connection. The place is kept.'
  return link?.state === 'broken' ? 'The connection broke. Trying again …' : 'Connecting …'
}

/** One of the others, seen and heard. */
export function RemoteTile({ person, link, wide, onSilenced }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const stream = link?.stream
  useEffect(() => {
    const element = video.current
    if (!element || !stream) return
    element.srcObject = stream
    element.play().catch((error: unknown) => {
      // anything else is an interruption by the next picture, or by leaving
      if (error instanceof DOMException && error.name === 'NotAllowedError') onSilenced()
    })
    return () => {
      element.srcObject = null
    }
  }, [stream, onSilenced])
  return (
    <Tile
      name={person.name}
      photo={person.photoUrl}
      badge={person.isEducator ? 'Educator' : null}
      hasVideo={person.video && stream !== undefined}
      muted={!person.audio}
      handRaised={person.handRaised}
      trouble={troubleOf(person, link)}
      wide={wide}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: nobody writes captions of what people say at this moment */}
      <video
        ref={video}
        autoPlay
        playsInline
        data-remote=""
        aria-label={`${person.name}'s ${person.screen ? 'screen' : 'video'}`}
        className={cx(
          'absolute inset-0 size-full',
          person.screen ? 'object-contain' : 'object-cover',
          !person.video && 'invisible',
        )}
      />
    </Tile>
  )
}
