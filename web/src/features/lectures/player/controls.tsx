import type { Caption } from '@virtual-courses/contract'
import {
  Captions as CaptionsIcon,
  CaptionsOff,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  Settings,
  SkipForward,
} from 'lucide-react'
import type { RefObject } from 'react'
import { formatClock } from '#lib/format.ts'
import { cx } from '#ui/cx.ts'
import type { MediaState } from './media-state.ts'
import { PlayerButton, Volume } from './player-button.tsx'
import { speeds, speedText } from './player-keys.ts'
import { PlayerMenu, type PlayerMenuGroup } from './player-menu.tsx'
import { type Preferences, preferences } from './preferences.ts'
import { Scrubber } from './scrubber.tsx'
import type { PictureInPicture } from './use-display-modes.ts'
import type { PlayerCommands } from './use-player-commands.ts'

type Props = {
  media: MediaState
  video: RefObject<HTMLVideoElement | null>
  commands: PlayerCommands
  chosen: Preferences
  captions: readonly Caption[]
  /** the language that is shown; null for none */
  captionLanguage: string | null
  fullscreen: { full: boolean; toggle: () => void }
  pictureInPicture: PictureInPicture | null
  onNext: (() => void) | null
  /** the next lecture can start automatically */
  offersNext: boolean
  onHelp: () => void
  onMenu: (open: boolean) => void
  hidden: boolean
  /** a panel covers the video; a narrow player has no room for both */
  covered: boolean
}

function captionsGroup({ captions, captionLanguage }: Props): PlayerMenuGroup[] {
  if (captions.length === 0) return []
  const choose = (language: string | null) =>
    preferences.change(language === null ? { captions: false } : { captions: true, captionLanguage: language })
  const rows = captions.map(({ language, label }) => ({
    kind: 'choice' as const,
    label,
    chosen: language === captionLanguage,
    onChoose: () => choose(language),
  }))
  const off = { kind: 'choice' as const, label: 'Off', chosen: captionLanguage === null, onChoose: () => choose(null) }
  return [{ title: 'Captions', rows: [off, ...rows] }]
}

function otherGroup({ media, commands, chosen, pictureInPicture, offersNext, onHelp }: Props): PlayerMenuGroup {
  return {
    rows: [
      ...(offersNext
        ? [
            {
              kind: 'switch' as const,
              label: 'Play the next lecture automatically',
              on: chosen.autoNext,
              onChange: (autoNext: boolean) => preferences.change({ autoNext }),
            },
          ]
        : []),
      { kind: 'switch', label: 'Sound', on: !media.muted && media.volume > 0, onChange: commands.mute },
      ...(pictureInPicture
        ? [{ kind: 'action' as const, label: 'Picture in picture', onSelect: pictureInPicture.toggle }]
        : []),
      { kind: 'action', label: 'Keyboard shortcuts', onSelect: onHelp },
    ],
  }
}

/** The controls at the lower edge of the player. */
export function Controls(props: Props) {
  const {
    media,
    video,
    commands,
    captions,
    captionLanguage,
    fullscreen,
    pictureInPicture,
    onNext,
    onMenu,
    hidden,
    covered,
  } = props
  const { paused, ended, seconds, duration, speed } = media
  const PlayIcon = ended ? RotateCcw : paused ? Play : Pause
  const speedGroup: PlayerMenuGroup = {
    title: 'Speed',
    rows: speeds.map((one) => ({
      kind: 'choice',
      label: one === 1 ? '1× (normal)' : speedText(one),
      chosen: one === speed,
      onChoose: () => commands.setSpeed(one),
    })),
  }
  return (
    <div
      data-controls=""
      className={cx(
        'absolute inset-x-0 bottom-0 bg-linear-to-t from-night/95 from-30% via-night/70 via-65% to-transparent px-2 pt-10 pb-1 transition-opacity @lg:px-3',
        hidden && 'pointer-events-none opacity-0',
        covered && '@max-lg:hidden',
      )}
    >
      <div className="px-1.5">
        <Scrubber media={media} video={video} onSeek={commands.seekTo} />
      </div>
      <div className="flex items-center">
        <PlayerButton label={ended ? 'Play again' : paused ? 'Play' : 'Pause'} shortcut="K" onClick={commands.toggle}>
          <PlayIcon aria-hidden="true" className={cx(!ended && 'fill-current')} />
        </PlayerButton>
        {onNext && (
          <PlayerButton label="Next lecture" shortcut="Shift + N" onClick={onNext} className="@max-lg:hidden">
            <SkipForward aria-hidden="true" className="fill-current" />
          </PlayerButton>
        )}
        <Volume media={media} onMute={commands.mute} onVolume={commands.setVolume} />
        <p className="tabular ml-1 text-sm whitespace-nowrap text-white">
          <span className="sr-only">At </span>
          {formatClock(seconds)}
          {duration !== null && (
            <span className={cx(duration >= 3600 && 'hidden @md:inline')}>
              <span className="sr-only"> of </span>
              <span aria-hidden="true"> / </span>
              {formatClock(duration)}
            </span>
          )}
        </p>
        <div className="flex-1" />
        <PlayerMenu
          label={`Speed, ${speedText(speed)}`}
          trigger={<span className="tabular text-sm font-semibold">{speedText(speed)}</span>}
          groups={[speedGroup]}
          onOpenChange={onMenu}
        />
        {captions.length > 0 && (
          <PlayerButton
            label="Captions"
            shortcut="C"
            aria-pressed={captionLanguage !== null}
            onClick={commands.toggleCaptions}
          >
            {captionLanguage === null ? (
              <CaptionsOff aria-hidden="true" />
            ) : (
              <CaptionsIcon aria-hidden="true" className="text-accent" />
            )}
          </PlayerButton>
        )}
        <PlayerMenu
          label="Player settings"
          trigger={<Settings aria-hidden="true" />}
          groups={[...captionsGroup(props), otherGroup(props)]}
          onOpenChange={onMenu}
        />
        {pictureInPicture && (
          <PlayerButton
            label="Picture in picture"
            shortcut="P"
            aria-pressed={pictureInPicture.active}
            onClick={pictureInPicture.toggle}
            className="@max-lg:hidden"
          >
            <PictureInPicture2 aria-hidden="true" />
          </PlayerButton>
        )}
        <PlayerButton
          label={fullscreen.full ? 'Leave full screen' : 'Full screen'}
          shortcut="F"
          onClick={fullscreen.toggle}
        >
          {fullscreen.full ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
        </PlayerButton>
      </div>
    </div>
  )
}
