import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { isolate, type Participant } from '@virtual-courses/contract'
import { Hand, MicOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Avatar } from '#ui/avatar.tsx'
import { cx } from '#ui/cx.ts'
import type { Slot } from '#ui/slot.ts'
import { SpeakingMark } from './class/speaking-mark.tsx'
import { isSent, type LocalMedia } from './media/local-media.ts'
import type { Link } from './media/mesh.ts'
import type { Speaking } from './media/speaking.ts'
import { TrackVideo } from './media/track-video.tsx'
import type { ViewingControl } from './media/viewing.ts'

type RemoteTileProps = {
  person: Participant
  link: Link | undefined
  wide: boolean
  /** the user's own video lies in the corner */
  beside?: boolean
  /** the browser requires a user gesture before the page may play sound */
  onSilenced: () => void
  speaking: Speaking
  /** in a class the sound is played apart, and a screen stands beside the camera; `pictures`: whether any are received */
  inClass?: { viewing: ViewingControl; pictures: boolean }
}

function connectionProblem({ connected }: Participant, link: Link | undefined) {
  if (link?.state === 'connected') return null
  if (!connected) return msg`Lost the connection. Their place is kept.`
  return link?.state === 'broken' ? msg`Reconnecting …` : msg`Connecting …`
}

/** Another participant, with video and audio. */
export function RemoteTile({ person, link, wide, beside, onSilenced, speaking, inClass }: RemoteTileProps) {
  const { t } = useLingui()
  const video = useRef<HTMLVideoElement>(null)
  const stream = link?.stream
  useEffect(() => {
    const element = video.current
    if (!element || !stream) return
    element.srcObject = stream
    element.play().catch((error: unknown) => {
      // other errors are interruptions by the next stream, or by leaving
      if (error instanceof DOMException && error.name === 'NotAllowedError') onSilenced()
    })
    return () => {
      element.srcObject = null
    }
  }, [stream, onSilenced])
  const { peerId } = person
  const viewing = inClass?.viewing
  useEffect(() => {
    const element = video.current
    if (element && viewing) return viewing.observe(element, { peerId, what: 'camera' })
  }, [viewing, peerId])
  const screen = person.screen && !inClass
  // the last picture of a broken connection would look like a person who does not move
  const shown = person.video && stream !== undefined && link?.state !== 'broken' && inClass?.pictures !== false
  const problem = connectionProblem(person, link)
  const name = isolate(person.name)
  return (
    <Tile
      name={person.name}
      photo={person.photoUrl}
      badge={person.isEducator ? t`Educator` : person.role === 'cohost' ? t`Co-host` : null}
      hasVideo={shown}
      muted={!person.audio}
      handRaised={person.handRaised}
      problem={problem && t(problem)}
      wide={wide}
      beside={beside}
      mark={<SpeakingMark speaking={speaking} peerId={peerId} />}
    >
      <video
        ref={video}
        autoPlay
        playsInline
        muted={inClass !== undefined}
        data-remote=""
        aria-label={screen ? t`${name}'s screen` : t`${name}'s video`}
        className={cx('absolute inset-0 size-full', screen ? 'object-contain' : 'object-cover', !shown && 'invisible')}
      />
    </Tile>
  )
}

type ScreenTileProps = { person: Participant; link: Link | undefined; viewing: ViewingControl }

/** A shared screen in a class, beside the camera of who shares it. */
export function ScreenTile({ person, link, viewing }: ScreenTileProps) {
  const { t } = useLingui()
  const video = useRef<HTMLVideoElement>(null)
  const { peerId } = person
  const stream = link?.screen
  const name = isolate(person.name)
  useEffect(() => {
    const element = video.current
    if (!element || !stream) return
    element.srcObject = stream
    // its sound is played apart, and pictures without sound may always play
    element.play().catch(() => {})
    const stop = viewing.observe(element, { peerId, what: 'screen' })
    return () => {
      stop()
      element.srcObject = null
    }
  }, [stream, viewing, peerId])
  return (
    <figure className="relative min-h-0 overflow-hidden rounded-md bg-night-raised max-lg:aspect-video full-room:aspect-auto">
      <video
        ref={video}
        autoPlay
        playsInline
        muted
        data-screen=""
        aria-label={t`${name}'s screen`}
        className="size-full object-contain"
      />
      <figcaption className="absolute start-2 bottom-2 max-w-[calc(100%-1rem)] truncate rounded-full bg-night/85 px-2.5 py-1 text-xs font-semibold">
        {t`${name}'s screen`}
      </figcaption>
    </figure>
  )
}

type TileProps = {
  as?: 'figure' | 'li'
  name: string
  photo?: string
  /** shown under the video, when it is not just the name */
  caption?: string
  badge?: string | null
  /** there is video to show */
  hasVideo: boolean
  muted: boolean
  handRaised: boolean
  /** shown over the video: the connection is not up */
  problem?: string | null
  wide?: boolean | undefined
  /** in the corner of the other video */
  inset?: boolean
  /** the other video, with that one in its corner */
  beside?: boolean | undefined
  /** over the picture */
  mark?: Slot
  children: Slot
}

/** One participant in the grid: video or avatar, name and state. */
export function Tile(props: TileProps) {
  const { t } = useLingui()
  const {
    as: Tag = 'li',
    name,
    photo,
    caption = name,
    badge,
    hasVideo,
    muted,
    handRaised,
    problem,
    wide,
    inset,
    beside,
    mark,
    children,
  } = props
  return (
    <Tag
      aria-label={Tag === 'figure' ? caption : undefined}
      className={cx(
        'aspect-video min-w-0 overflow-hidden rounded-md bg-night-raised text-on-night',
        inset
          ? 'absolute end-2 bottom-2 w-[45%] shadow-popup ring-2 ring-night sm:w-1/4 sm:min-w-48 full-room:top-2 full-room:bottom-auto full-room:w-1/6 full-room:min-w-28'
          : 'relative',
        handRaised && 'ring-3 ring-accent',
        wide && 'col-span-full',
      )}
    >
      {!hasVideo && !problem && (
        <span className="absolute inset-0 grid place-items-center bg-night-raised">
          <Avatar name={name} photo={photo} size="lg" />
        </span>
      )}
      {children}
      {mark}
      {problem && (
        <p className="absolute inset-0 grid place-items-center bg-night/75 p-3 pb-[28%] text-center text-sm sm:pb-[15%]">
          {problem}
        </p>
      )}
      {handRaised && (
        <span className="absolute end-2 top-2 flex items-center gap-1.5 rounded-full bg-accent px-2.5 py-1 text-xs font-semibold text-on-accent">
          <Hand aria-hidden="true" className="size-3.5" />
          <span className={cx('max-sm:sr-only', inset && 'full-room:sr-only')}>
            <Trans>Hand raised</Trans>
          </span>
        </span>
      )}
      <p
        className={cx(
          'absolute flex items-center gap-1.5 rounded-full bg-night/85 font-semibold',
          inset
            ? 'start-1 bottom-1 max-w-[calc(100%-0.5rem)] px-2 py-0.5 text-[0.6875rem]'
            : 'start-2 bottom-2 px-2.5 py-1 text-xs',
          !inset &&
            (beside
              ? 'max-w-[calc(55%-1.25rem)] sm:max-w-[calc(100%-max(25%,12rem)-1.5rem)] full-room:max-w-[calc(100%-1rem)]'
              : 'max-w-[calc(100%-1rem)]'),
        )}
      >
        {muted && <MicOff aria-label={t`Microphone off`} role="img" className="size-3.5 shrink-0 text-accent" />}
        <span className="truncate">{caption}</span>
        {badge && <span className="shrink-0 rounded-full bg-accent px-1.5 text-on-accent">{badge}</span>}
      </p>
    </Tag>
  )
}

/** The label of the current user's own video (specification, section 2). */
export const ownLabel = (isOwner: boolean) => (isOwner ? msg`Your Stream (Educator)` : msg`Your Stream`)

type Props = {
  isOwner: boolean
  name: string
  photo: string
  media: LocalMedia
  participant: Participant | undefined
  wide: boolean
  inset: boolean
  speaking: Speaking
  /** the shared screen is not in the camera's place */
  inClass?: boolean
}

/** The current user's video as the others see it. */
export function OwnTile(props: Props) {
  const { isOwner, name, photo, media, participant, wide, inset, speaking, inClass = false } = props
  const { t } = useLingui()
  const { audio, video } = media
  const screen = inClass ? null : media.screen
  const label = t(ownLabel(isOwner))
  return (
    <Tile
      as="figure"
      name={name}
      photo={photo}
      caption={label}
      hasVideo={screen !== null || isSent(video)}
      muted={!isSent(audio)}
      handRaised={participant?.handRaised ?? false}
      wide={wide}
      inset={inset}
      mark={participant && <SpeakingMark speaking={speaking} peerId={participant.peerId} />}
    >
      <TrackVideo
        track={screen ?? video.track}
        label={label}
        mirrored={screen === null}
        className={screen ? 'object-contain' : 'object-cover'}
      />
    </Tile>
  )
}
