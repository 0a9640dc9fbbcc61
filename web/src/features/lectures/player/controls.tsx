import { type Chapter, isolate } from '@virtual-courses/contract'
import {
  Captions as CaptionsIcon,
  CaptionsOff,
  List,
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
import { formatClock, wholeSeconds } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { cx } from '#ui/cx.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import type { MenuEntry } from '#ui/overlays/menu-popup.tsx'
import { chapterAt } from './chapters.ts'
import { controlClass, PlayerButton, Volume } from './player-button.tsx'
import { speeds, speedText } from './player-keys.ts'
import { Scrubber } from './scrubber.tsx'
import { type SettingsProps, settingsEntries } from './settings-entries.ts'

type Props = Omit<SettingsProps, 'moved'> & {
  /** of the player, in pixels */
  width: number
  video: RefObject<HTMLVideoElement | null>
  chapters: readonly Chapter[]
  storyboardUrl: string | undefined
  fullscreen: { full: boolean; toggle: () => void }
  onNext: (() => void) | null
  onMenu: (open: boolean) => void
  hidden: boolean
  /** a message is shown instead of the video: nothing here can be used */
  blocked: boolean
  /** a panel covers the video; a narrow player has no room for both */
  covered: boolean
}

/** Narrower players have their chapters, and then their speeds, in the settings: all buttons are 44 pixels wide. */
const chaptersFrom = 448
const speedFrom = 384

const chaptersEntry = ({ media, commands, chapters }: Pick<Props, 'media' | 'commands' | 'chapters'>): MenuEntry => ({
  kind: 'choice',
  title: 'Chapters',
  options: chapters.map(({ start, title }) => ({
    value: String(start),
    label: `${formatClock(start)} ${isolate(title)}`,
  })),
  value: String(chapterAt(chapters, media.seconds)?.start ?? ''),
  onChange: (start) => commands.seekTo(Number(start)),
})

const speedEntry = ({ media, commands }: Pick<Props, 'media' | 'commands'>): MenuEntry => ({
  kind: 'choice',
  title: 'Speed',
  options: speeds.map((one) => ({ value: String(one), label: one === 1 ? '1× (normal)' : speedText(one) })),
  value: String(media.speed),
  onChange: (one) => commands.setSpeed(Number(one)),
})

/** The chapters of a video, and which one plays. */
function Chapters(props: Pick<Props, 'media' | 'commands' | 'chapters' | 'onMenu'>) {
  const current = chapterAt(props.chapters, props.media.seconds)
  return (
    <Menu
      label={current ? `Chapters, ${isolate(current.title)}` : 'Chapters'}
      entries={[chaptersEntry(props)]}
      tone="night"
      triggerClass="relative inline-flex h-11 min-w-11 items-center justify-center gap-2 rounded-full px-2.5 text-white transition-colors hover:bg-white/20 aria-expanded:bg-white/20 [&_svg]:size-5.5 [&_svg]:shrink-0 @lg:min-w-0"
      onOpenChange={props.onMenu}
    >
      <span {...writtenIn()} className="min-w-0 truncate text-sm @max-lg:hidden">
        {current?.title}
      </span>
      <List aria-hidden="true" />
    </Menu>
  )
}

/** The controls at the lower edge of the player. */
export function Controls(props: Props) {
  const {
    media,
    video,
    commands,
    chapters,
    captions,
    captionLanguage,
    fullscreen,
    pictureInPicture,
    onNext,
    onMenu,
    width,
    hidden,
    blocked,
    covered,
  } = props
  const { paused, ended, seconds, duration, speed } = media
  const PlayIcon = ended ? RotateCcw : paused ? Play : Pause
  const showsChapters = chapters.length > 0 && width >= chaptersFrom
  const showsSpeed = width >= speedFrom
  const moved = [
    ...(showsSpeed ? [] : [speedEntry(props)]),
    ...(showsChapters || chapters.length === 0 ? [] : [chaptersEntry(props)]),
  ]
  return (
    <div
      data-controls=""
      // time runs from left to right on every player, in Arabic too
      dir="ltr"
      inert={blocked}
      className={cx(
        'absolute inset-x-0 bottom-0 bg-linear-to-t from-night/95 from-30% via-night/70 via-65% to-transparent px-2 pt-10 pb-1 transition-opacity @lg:px-3',
        hidden && 'pointer-events-none opacity-0',
        covered && '@max-lg:hidden',
      )}
    >
      <div className="px-1.5">
        <Scrubber
          media={media}
          video={video}
          chapters={chapters}
          storyboardUrl={props.storyboardUrl}
          onSeek={commands.seekTo}
        />
      </div>
      <div className="flex items-center">
        <PlayerButton
          label={ended ? 'Play again' : paused ? 'Play' : 'Pause'}
          shortcut="K"
          edge="left"
          onClick={commands.toggle}
        >
          <PlayIcon aria-hidden="true" className={cx(!ended && 'fill-current')} />
        </PlayerButton>
        {onNext && (
          <PlayerButton label="Next lecture" shortcut="Shift + N" onClick={onNext} className="@max-lg:hidden">
            <SkipForward aria-hidden="true" className="fill-current" />
          </PlayerButton>
        )}
        <Volume media={media} onMute={commands.mute} onVolume={commands.setVolume} />
        <p className="tabular ms-1 text-sm whitespace-nowrap text-white">
          <span className="sr-only">At </span>
          <span>{formatClock(ended && duration !== null ? wholeSeconds(duration) : seconds)}</span>
          {duration !== null && (
            <span className={cx(duration >= 3600 && 'hidden @md:inline')}>
              <span className="sr-only"> of </span>
              <span aria-hidden="true"> / </span>
              <span>{formatClock(wholeSeconds(duration))}</span>
            </span>
          )}
        </p>
        <div className="flex min-w-0 flex-1 justify-end ps-2">
          {showsChapters && <Chapters media={media} commands={commands} chapters={chapters} onMenu={onMenu} />}
        </div>
        {showsSpeed && (
          <Menu
            label={`Speed, ${speedText(speed)}`}
            entries={[speedEntry(props)]}
            tone="night"
            triggerClass={controlClass}
            onOpenChange={onMenu}
          >
            <span className="tabular text-sm font-semibold">{speedText(speed)}</span>
          </Menu>
        )}
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
          entries={settingsEntries({ ...props, moved })}
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
          edge="right"
          onClick={fullscreen.toggle}
        >
          {fullscreen.full ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
        </PlayerButton>
      </div>
    </div>
  )
}
