import { Trans, useLingui } from '@lingui/react/macro'
import { type Caption, type Chapter, isolate } from '@virtual-courses/contract'
import { type ComponentType, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { formatClock } from '#lib/text/format.ts'
import { Button } from '#ui/button.tsx'
import { useEarlyPress } from '#ui/early-press.ts'
import { sayMissing } from '#ui/overlays/toast.ts'
import type { Slot } from '#ui/slot.ts'
import { Spinner } from '#ui/spinner.tsx'
import { Poster, useUnplayed } from '../poster.tsx'
import { CaptionsView, useCaptions } from './captions.tsx'
import { Controls, controlSteps } from './controls.tsx'
import { EarlyPlay, useTakesPlace } from './early-play.tsx'
import { useMedia } from './engine/media-state.ts'
import type { PlaybackOptions } from './engine/playback.ts'
import { NextUp } from './next-up.tsx'
import type { PlayerNotes } from './note-marks.ts'
import { PlaybackErrorPanel } from './playback-error.tsx'
import type { PlayerDialogsProps } from './player-dialogs.tsx'
import { useOwnPreferences } from './preferences.ts'
import { type PlayerStops, useStops } from './stops.ts'
import { Surface } from './surface.tsx'
import { type Theatre, useAirPlay, useFullscreen, usePictureInPicture, useWidthStep } from './use-display-modes.ts'
import { useIdle } from './use-idle.ts'
import { usePlayback } from './use-playback.ts'
import { useMediaSession, usePlayerCommands } from './use-player-commands.ts'
import { useKeyActions, usePlayerKeys } from './use-player-keys.ts'

const shownMs = 1200

/** A short message about the last keyboard action. */
function useNotice(): { notice: string; say: (text: string) => void } {
  const [notice, setNotice] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const say = useCallback((text: string) => {
    clearTimeout(timer.current)
    setNotice(text)
    timer.current = setTimeout(() => setNotice(''), shownMs)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  return { notice, say }
}

export type PlayerProps = Partial<Omit<PlaybackOptions, 'address' | 'duration'>> & {
  lecture: {
    lectureTitle: string
    videoUrl: string
    streamUrl?: string | undefined
    storyboardUrl?: string | undefined
    durationSeconds?: number | null
    chapters?: readonly Chapter[] | undefined
    posterUrl?: string | undefined
    captions?: readonly Caption[] | undefined
  }
  /** the course whose speed, sound, captions and quality are remembered */
  courseId?: string
  /** title of the course, for the lock screen */
  course?: string
  /** the lecture after this one; offered at the end */
  next?: {
    title: string
    /** of the course */
    language?: string | undefined
    play: () => void
    /** on a page of its own, which is opened by a press alone */
    isElsewhere?: boolean
  } | null
  /** shown at the end when nothing comes after; `again` plays the video from its beginning */
  finished?: ((again: () => void) => Slot) | null
  theatre?: Theatre | null
  /** the user's own notes, where they can write some */
  notes?: PlayerNotes | null
  /** where the video stops and something is asked */
  stops?: PlayerStops | null
  /** shown instead of the video when the user may not watch it */
  refused: Slot
}

const none: readonly never[] = []
const startsByItself = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Plays a lecture with custom controls. The document has the video alone, and a button that plays it. */
export function Player({
  lecture,
  courseId,
  course,
  theatre = null,
  notes = null,
  stops = null,
  next = null,
  finished,
  refused,
  startAt,
  newerPosition,
  autoPlay = false,
  onPosition,
  onPlayedBefore,
}: PlayerProps) {
  const { t } = useLingui()
  const { lectureTitle, videoUrl, streamUrl, captions = none, chapters = none } = lecture
  const box = useRef<HTMLElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const videoId = useId()
  const focusBox = useCallback(() => box.current?.focus({ preventScroll: true }), [])
  const takesPlace = useTakesPlace(box)
  const chosen = useOwnPreferences(courseId ?? null)
  const media = useMedia(video)
  const commands = usePlayerCommands(video)
  const early = useEarlyPress('play', () => {
    const { current } = video
    // not the element that was played: React made another one, since a translator or an extension had changed the document
    if (current?.paused && !current.hasAttribute('src')) void current.play().catch(() => {})
  })
  const address = { videoUrl, streamUrl }
  const playback = usePlayback(video, {
    address,
    duration: lecture.durationSeconds ?? null,
    startAt,
    newerPosition,
    autoPlay,
    onPosition,
    onPlayedBefore,
  })
  const { error, lost, retry, resumedAt, heights, height } = playback
  const shownCaptions = useCaptions(video, captions, chosen)
  const fullscreen = useFullscreen({ box, video })
  const pictureInPicture = usePictureInPicture(video)
  const airPlay = useAirPlay(video)
  const width = useWidthStep(box, controlSteps)
  const { notice, say } = useNotice()
  const [menuOpen, setMenuOpen] = useState(false)
  const [dialog, setDialog] = useState<PlayerDialogsProps['open']>(null)
  const [Dialogs, setDialogs] = useState<ComponentType<PlayerDialogsProps>>()
  const openDialog = (name: 'keys' | 'captions') => {
    setDialog(name)
    import('./player-dialogs.tsx').then(
      ({ PlayerDialogs }) => setDialogs(() => PlayerDialogs),
      () => {
        setDialog(null)
        sayMissing()
      },
    )
  }
  const { paused, ended, seconds } = media
  const { idle, wake, hide } = useIdle(box, paused || menuOpen)
  const playNext = next?.play ?? null
  const perform = useKeyActions({
    video,
    commands,
    hasCaptions: captions.length > 0,
    fullscreen,
    pictureInPicture,
    theatre,
    next: playNext,
    notes,
    help: () => openDialog('keys'),
  })
  const { posterUrl } = lecture
  const unplayed = useUnplayed(video)
  useMediaSession(
    { title: lectureTitle, course, posterUrl, media },
    { ...commands, next: playNext, over: error === 'refused' },
  )

  usePlayerKeys(box, chosen.letterKeys, (action) => {
    wake()
    say(perform(action))
  })

  const question = useStops(video, stops)
  // what is loaded plays on while the line is gone
  const problem = error ?? (lost && (media.waiting || media.duration === null) ? 'offline' : null)
  const blocked = problem !== null || question !== null
  // controls that cannot be used lose the focus: the keys of the player stay
  useLayoutEffect(() => {
    if (blocked && box.current?.querySelector('[data-controls]')?.contains(document.activeElement)) focusBox()
  }, [blocked, focusBox])
  const overlaid = blocked || ended
  // shown for the first seconds after resuming
  const showsResumed = resumedAt > 0 && !overlaid && Math.abs(seconds - resumedAt) < 6
  return (
    <>
      {error === 'refused' && refused}
      {/* hidden, not removed: the next lecture may be one to watch */}
      <section
        ref={box}
        hidden={error === 'refused'}
        aria-label={t`Video player: ${{ title: isolate(lectureTitle) }}`}
        tabIndex={-1}
        data-idle={idle || undefined}
        onPointerMove={(event) => event.pointerType === 'mouse' && wake()}
        onPointerDown={(event) => {
          if (event.target instanceof HTMLElement && event.target.closest('[data-controls]')) wake()
        }}
        // a tap focuses the box before its click, which shows the controls or hides them
        onFocus={({ target, currentTarget }) => target !== currentTarget && wake()}
        className="group/player @container relative aspect-video min-h-48 w-full overflow-hidden bg-night text-white [--color-focus:var(--color-accent)] focus-visible:outline-none has-data-asks:overflow-y-auto max-sm:has-data-asks:aspect-auto data-idle:cursor-none [&:fullscreen]:aspect-auto"
      >
        {/* biome-ignore lint/a11y/useMediaCaption: the tracks are those that the lecture has */}
        <video
          ref={video}
          id={videoId}
          // a press before the scripts are there gives it its file
          suppressHydrationWarning
          aria-label={lectureTitle}
          playsInline
          preload="metadata"
          tabIndex={-1}
          onLoadStart={({ currentTarget }) => {
            currentTarget.volume = chosen.volume
            currentTarget.muted = chosen.muted
          }}
          className="absolute inset-0 size-full"
        >
          {captions.map(({ url, language, label }) => (
            <track key={url} kind="captions" src={url} srcLang={language} label={label} />
          ))}
          <span>
            <Trans>Your browser cannot play videos.</Trans>
          </span>
        </video>
        {unplayed && <Poster url={posterUrl} />}
        {takesPlace ? (
          <Surface
            media={media}
            hidden={idle || overlaid}
            onToggle={() => {
              focusBox()
              commands.toggle()
            }}
            onSeek={commands.seek}
            onFullscreen={fullscreen.toggle}
            onTap={() => (idle ? wake() : !paused && hide())}
          />
        ) : (
          <EarlyPlay
            early={early}
            video={videoId}
            courseId={courseId}
            onFocusLost={focusBox}
            file={streamUrl === undefined ? `${videoUrl}#t=${startAt?.(lecture.durationSeconds ?? 0) ?? 0}` : undefined}
          />
        )}
        {media.waiting && problem === null && (
          <Spinner className="pointer-events-none absolute inset-0 animate-rise justify-center text-white [animation-delay:400ms] [&_svg]:size-10" />
        )}
        <p role="status" className="pointer-events-none absolute inset-x-0 top-3 text-center">
          {notice !== '' && (
            <span className="tabular rounded-full bg-night/85 px-3.5 py-1.5 text-sm font-semibold">{notice}</span>
          )}
        </p>
        {showsResumed && (
          <div className="absolute start-2 top-2 flex items-center gap-1 rounded-full bg-night/85 py-0.5 ps-3.5 pe-1 text-sm">
            <span>{t`Resumed at ${{ time: formatClock(resumedAt) }}`}</span>
            <Button
              variant="link"
              size="sm"
              onClick={() => commands.seekTo(0)}
              className="min-h-11! px-2.5 text-white!"
            >
              <Trans>Start over</Trans>
            </Button>
          </div>
        )}
        {ended && error === null && !question && next && (
          <NextUp
            key={videoUrl}
            title={next.title}
            language={next.language}
            onPlay={next.play}
            onAgain={commands.toggle}
            automatic={chosen.autoNext && startsByItself() && !next.isElsewhere}
            isElsewhere={next.isElsewhere ?? false}
          />
        )}
        {ended && error === null && !question && !next && finished?.(commands.toggle)}
        {takesPlace && (
          <Controls
            media={media}
            video={video}
            commands={commands}
            chosen={chosen}
            captions={captions}
            captionLanguage={shownCaptions.language}
            fullscreen={fullscreen}
            pictureInPicture={pictureInPicture}
            theatre={theatre}
            onNext={playNext}
            notes={notes}
            stops={stops?.marks ?? none}
            onSay={say}
            offersNext={next !== null}
            heights={heights}
            height={height}
            chapters={chapters}
            storyboardUrl={lecture.storyboardUrl}
            airPlay={airPlay}
            onHelp={() => openDialog('keys')}
            onCaptionLook={() => openDialog('captions')}
            onMenu={setMenuOpen}
            width={width}
            hidden={idle || blocked}
            blocked={blocked}
            covered={ended && (next !== null || Boolean(finished))}
          />
        )}
        <CaptionsView lines={ended ? [] : shownCaptions.lines} raised={!idle} look={chosen} />
        {question}
        {notes?.panel}
        {problem !== null && problem !== 'refused' && <PlaybackErrorPanel error={problem} onRetry={retry} />}
        {Dialogs && (
          <Dialogs
            open={dialog}
            has={{ theatre: theatre !== null, notes: notes !== null }}
            onClose={() => setDialog(null)}
          />
        )}
      </section>
    </>
  )
}
