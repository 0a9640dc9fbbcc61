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
import { formatClock, wholeSeconds } from '#lib/format.ts'
import { cx } from '#ui/cx.ts'
import { Menu } from '#ui/menu.tsx'
import type { MenuEntry } from '#ui/menu-popup.tsx'
import type { MediaState } from './media-state.ts'
import { controlClass, PlayerButton, Volume } from './player-button.tsx'
import { speeds, speedText } from './player-keys.ts'
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

function settingsEntries(props: Props): MenuEntry[] {
  const { captions, captionLanguage, media, commands, chosen, pictureInPicture, offersNext, onHelp } = props
  const entries: MenuEntry[] = []
  if (captions.length > 0) {
    entries.push(
      {
        kind: 'choice',
        title: 'Captions',
        options: [{ value: '', label: 'Off' }, ...captions.map(({ language, label }) => ({ value: language, label }))],
        value: captionLanguage ?? '',
        onChange: (language) =>
          preferences.change(language === '' ? { captions: false } : { captions: true, captionLanguage: language }),
      },
      { kind: 'separator' },
    )
  }
  if (offersNext) {
    entries.push({
      kind: 'switch',
      label: 'Play the next lecture automatically',
      on: chosen.autoNext,
      onChange: (autoNext) => preferences.change({ autoNext }),
    })
  }
  entries.push({ kind: 'switch', label: 'Sound', on: !media.muted && media.volume > 0, onChange: commands.mute })
  if (pictureInPicture) {
    entries.push({ kind: 'action', label: 'Picture in picture', onSelect: pictureInPicture.toggle })
  }
  entries.push({ kind: 'action', label: 'Keyboard shortcuts', onSelect: onHelp })
  return entries
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
  const speedEntry: MenuEntry = {
    kind: 'choice',
    title: 'Speed',
    options: speeds.map((one) => ({ value: String(one), label: one === 1 ? '1× (normal)' : speedText(one) })),
    value: String(speed),
    onChange: (one) => commands.setSpeed(Number(one)),
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
          {formatClock(ended && duration !== null ? wholeSeconds(duration) : seconds)}
          {duration !== null && (
            <span className={cx(duration >= 3600 && 'hidden @md:inline')}>
              <span className="sr-only"> of </span>
              <span aria-hidden="true"> / </span>
              {formatClock(wholeSeconds(duration))}
            </span>
          )}
        </p>
        <div className="flex-1" />
        <Menu
          label={`Speed, ${speedText(speed)}`}
          entries={[speedEntry]}
          tone="night"
          triggerClass={controlClass}
          onOpenChange={onMenu}
        >
          <span className="tabular text-sm font-semibold">{speedText(speed)}</span>
        </Menu>
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
        <Menu
          label="Player settings"
          entries={settingsEntries(props)}
          tone="night"
          triggerClass={controlClass}
          onOpenChange={onMenu}
        >
          <Settings aria-hidden="true" />
        </Menu>
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
