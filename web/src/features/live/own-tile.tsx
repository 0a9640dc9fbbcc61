import type { Participant } from '@virtual-courses/contract'
import { isSent, type LocalMedia } from './local-media.ts'
import { Tile } from './tile.tsx'
import { TrackVideo } from './track-video.tsx'

/** The label of one's own picture (specification, section 2). */
export const ownLabel = (isOwner: boolean): string => (isOwner ? 'Your Stream (Educator)' : 'Your Stream')

type Props = {
  isOwner: boolean
  name: string
  photo: string
  media: LocalMedia
  place: Participant | undefined
  wide: boolean
  inset: boolean
}

/** What the others see of me. */
export function OwnTile({ isOwner, name, photo, media, place, wide, inset }: Props) {
  const { audio, video, screen } = media
  const label = ownLabel(isOwner)
  return (
    <Tile
      as="figure"
      name={name}
      photo={photo}
      caption={label}
      hasVideo={screen !== null || isSent(video)}
      muted={!isSent(audio)}
      handRaised={place?.handRaised ?? false}
      wide={wide}
      inset={inset}
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
