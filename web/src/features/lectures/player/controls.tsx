import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type Chapter, isolate } from '@virtual-courses/contract'
import {
  Captions as CaptionsIcon,
  CaptionsOff,
  List,
  Maximize,
  Minimize,
  NotebookPen,
  Pause,
  PictureInPicture2,
  Play,
  RectangleHorizontal,
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
import type { NoteMark, PlayerNotes } from './note-marks.ts'
import { controlClass, PlayerButton, Volume } from './player-button.tsx'
import { speeds, speedText } from './player-keys.ts'
import { Scrubber } from './scrubber.tsx'
import { type SettingsProps, settingsEntries } from './settings-entries.ts'
import type { Theatre } from './use-display-modes.ts'

type Props = Omit<SettingsProps, 'moved'> & {
  /** the largest of `controlSteps` that the player is as wide as; 0 for none */
  width: number
  video: RefObject<HTMLVideoElement | null>
  chapters: readonly Chapter[]
  storyboardUrl: string | undefined
  fullscreen: { full: boolean; toggle: () => void }
  theatre: Theatre | null
  onNext: (() => void) | null
  notes: PlayerNotes | null
  /** where the video stops and something is asked */
  stops: readonly NoteMark[]
  /** Says something over the video. */
  onSay: (text: string) => void
  onMenu: (open: boolean) => void
  hidden: boolean
  /** a message is shown instead of the video: nothing here can be used */
  blocked: boolean
  /** a panel covers the video; a narrow player has no room for both */
  covered: boolean
}

/** Narrower players have notes, chapters, and then their speeds, in the settings: all buttons are 44 pixels wide. */
const chaptersFrom = 448
const speedFrom = 384
const notesFrom = 512
export const controlSteps: readonly number[] = [speedFrom, chaptersFrom, notesFrom]

const none: readonly never[] = []

const noteEntries = (notes: PlayerNotes, onSay: Props['onSay'], i18n: I18n): MenuEntry[] => [
  { kind: 'action', label: i18n._(msg`Add a note`), onSelect: () => onSay(notes.add('note')) },
  { kind: 'action', label: i18n._(msg`Bookmark this second`), onSelect: () => onSay(notes.add('bookmark')) },
]

const chaptersEntry = (
  { media, commands, chapters }: Pick<Props, 'media' | 'commands' | 'chapters'>,
  i18n: I18n,
): MenuEntry => ({
  kind: 'choice',
  title: i18n._(msg`Chapters`),
  options: chapters.map(({ start, title }) => ({
    value: String(start),
    label: `${formatClock(start)} ${isolate(title)}`,
  })),
  value: String(chapterAt(chapters, media.seconds)?.start ?? ''),
  onChange: (start) => commands.seekTo(Number(start)),
})

const speedEntry = ({ media, commands }: Pick<Props, 'media' | 'commands'>, i18n: I18n): MenuEntry => ({
  kind: 'choice',
  title: i18n._(msg`Speed`),
  options: speeds.map((one) => ({ value: String(one), label: one === 1 ? i18n._(msg`1× (normal)`) : speedText(one) })),
  value: String(media.speed),
  onChange: (one) => commands.setSpeed(Number(one)),
})

/** The chapters of a video, and which one plays. */
function Chapters(props: Pick<Props, 'media' | 'commands' | 'chapters' | 'onMenu'>) {
  const { t, i18n } = useLingui()
  const current = chapterAt(props.chapters, props.media.seconds)
  return (
    <Menu
      label={current ? t`Chapters, ${{ title: isolate(current.title) }}` : t`Chapters`}
      entries={[chaptersEntry(props, i18n)]}
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
  const { t, i18n } = useLingui()
  const {
    media,
    video,
    commands,
    chapters,
    captions,
    captionLanguage,
    fullscreen,
    pictureInPicture,
    theatre,
    onNext,
    notes,
    onSay,
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
  const showsNotes = width >= notesFrom
  const length = duration === null ? null : formatClock(wholeSeconds(duration))
  const now = ended && length !== null ? length : formatClock(seconds)
  const moved = [
    ...(showsSpeed ? [] : [speedEntry(props, i18n)]),
    ...(showsChapters || chapters.length === 0 ? [] : [chaptersEntry(props, i18n)]),
    ...(notes && !showsNotes ? noteEntries(notes, onSay, i18n) : []),
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
          marks={notes?.marks ?? none}
          found={notes?.found ?? none}
          stops={props.stops}
          storyboardUrl={props.storyboardUrl}
          onSeek={commands.seekTo}
        />
      </div>
      <div className="flex items-center">
        <PlayerButton
          label={ended ? t`Play again` : paused ? t`Play` : t`Pause`}
          shortcut="K"
          edge="start"
          onClick={commands.toggle}
        >
          <PlayIcon aria-hidden="true" className={cx(!ended && 'fill-current')} />
        </PlayerButton>
        {onNext && (
          <PlayerButton label={t`Next lecture`} shortcut="Shift + N" onClick={onNext} className="@max-lg:hidden">
            <SkipForward aria-hidden="true" className="fill-current" />
          </PlayerButton>
        )}
        <Volume media={media} onMute={commands.mute} onVolume={commands.setVolume} />
        <p className="tabular ms-1 text-sm whitespace-nowrap text-white">
          <span className="sr-only">{length === null ? t`At ${now}` : t`At ${now} of ${length}`}</span>
          <span aria-hidden="true">{now}</span>
          {duration !== null && (
            <span aria-hidden="true" className={cx(duration >= 3600 && 'hidden @md:inline')}>{` / ${length}`}</span>
          )}
        </p>
        <div className="flex min-w-0 flex-1 justify-end ps-2">
          {showsChapters && <Chapters media={media} commands={commands} chapters={chapters} onMenu={onMenu} />}
        </div>
        {notes && showsNotes && (
          <PlayerButton label={t`Add a note`} shortcut="W" onClick={() => onSay(notes.add('note'))}>
            <NotebookPen aria-hidden="true" />
          </PlayerButton>
        )}
        {showsSpeed && (
          <Menu
            label={t`Speed, ${{ speed: speedText(speed) }}`}
            entries={[speedEntry(props, i18n)]}
            tone="night"
            triggerClass={controlClass}
            onOpenChange={onMenu}
          >
            <span className="tabular text-sm font-semibold">{speedText(speed)}</span>
          </Menu>
        )}
        {captions.length > 0 && (
          <PlayerButton
            label={t`Captions`}
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
          label={t`Player settings`}
          entries={settingsEntries({ ...props, moved }, i18n)}
          tone="night"
          triggerClass={controlClass}
          onOpenChange={onMenu}
        >
          <Settings aria-hidden="true" />
        </Menu>
        {pictureInPicture && (
          <PlayerButton
            label={t`Picture in picture`}
            shortcut="P"
            aria-pressed={pictureInPicture.active}
            onClick={pictureInPicture.toggle}
            className="@max-lg:hidden"
          >
            <PictureInPicture2 aria-hidden="true" />
          </PlayerButton>
        )}
        {theatre && !fullscreen.full && (
          <PlayerButton
            label={theatre.on ? t`Leave theatre mode` : t`Theatre mode`}
            shortcut="T"
            aria-pressed={theatre.on}
            onClick={theatre.toggle}
          >
            <RectangleHorizontal aria-hidden="true" className={cx(theatre.on && 'text-accent')} />
          </PlayerButton>
        )}
        <PlayerButton
          label={fullscreen.full ? t`Leave full screen` : t`Full screen`}
          shortcut="F"
          edge="end"
          onClick={fullscreen.toggle}
        >
          {fullscreen.full ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
        </PlayerButton>
      </div>
    </div>
  )
}
