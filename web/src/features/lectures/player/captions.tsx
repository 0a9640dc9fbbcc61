import type { Caption } from '@virtual-courses/contract'
import { type RefObject, useEffect, useState } from 'react'
import { chooseLanguage } from '#lib/text/choose-language.ts'
import { cx } from '#ui/cx.ts'
import type { CaptionLook, CaptionSize, Preferences } from './preferences.ts'

const sizes: Record<CaptionSize, string> = {
  small: 'text-xs @lg:text-sm @4xl:text-base',
  medium: 'text-sm @lg:text-lg @4xl:text-xl',
  large: 'text-lg @lg:text-2xl @4xl:text-3xl',
  huge: 'text-2xl @lg:text-3xl @4xl:text-4xl',
}

const looks: Record<CaptionLook, string> = {
  box: 'bg-night/90 text-white',
  yellow: 'bg-night/90 text-accent',
  light: 'bg-white text-night',
  outline: 'text-white [paint-order:stroke_fill] [-webkit-text-stroke:0.2em_var(--color-night)]',
}

type CaptionStyle = Pick<Preferences, 'captionSize' | 'captionLook'>

/** Classes of one line of a caption. */
export const captionClass = ({ captionSize, captionLook }: CaptionStyle): string =>
  cx('max-w-[46ch] rounded-sm px-2 py-0.5 leading-snug', sizes[captionSize], looks[captionLook])

type ViewProps = { lines: readonly string[]; raised: boolean; look: CaptionStyle }

/** The current caption at the lower edge of the video; above the controls while they are shown. */
export function CaptionsView({ lines, raised, look }: ViewProps) {
  if (lines.length === 0) return null
  return (
    <div
      data-captions=""
      className={cx(
        'pointer-events-none absolute inset-x-0 flex flex-col items-center gap-0.5 px-3 text-center transition-[bottom]',
        raised ? 'bottom-21 @lg:bottom-24' : 'bottom-3',
      )}
    >
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two speakers may say the same; a line is nothing but its place
        <p key={place} className={captionClass(look)}>
          {line}
        </p>
      ))}
    </div>
  )
}

type Chosen = { captions: boolean; captionLanguage: string | null }

/**
 * Returns the language to show: the chosen one, or the same language of another region; for users who have chosen none yet,
 * their own language or the first available one. null when captions are off.
 */
export function chooseCaptions(
  languages: readonly string[],
  { captions, captionLanguage }: Chosen,
  readerLanguages: readonly string[],
): string | null {
  if (!captions) return null
  const preferred = captionLanguage === null ? readerLanguages : [captionLanguage, ...readerLanguages]
  return chooseLanguage(languages, preferred)
}

export type Captions = {
  /** the language that is shown; null for none */
  language: string | null
  /** the current caption, one entry a line */
  lines: readonly string[]
}

const textOf = (cue: TextTrackCue): string[] =>
  cue instanceof VTTCue
    ? (cue.getCueAsHTML().textContent ?? '')
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
    : []

/** Phones show the video alone in full screen, without what we draw over it; so does picture in picture. */
type PhoneVideo = HTMLVideoElement & { webkitDisplayingFullscreen?: boolean }
const aloneEvents = [
  'webkitbeginfullscreen',
  'webkitendfullscreen',
  'enterpictureinpicture',
  'leavepictureinpicture',
] as const

/** Returns whether the video is shown without the player around it. */
export const isAlone = (video: PhoneVideo): boolean =>
  video.webkitDisplayingFullscreen === true || document.pictureInPictureElement === video

/**
 * Captions are rendered by us, above the controls and in our font: the browser only loads and times them, and draws them where the
 * video is shown alone. A track is loaded when it is switched on.
 */
export function useCaptions(
  video: RefObject<HTMLVideoElement | null>,
  captions: readonly Caption[],
  preferences: Preferences,
): Captions {
  const languages = captions.map((caption) => caption.language)
  const language = chooseCaptions(languages, preferences, navigator.languages)
  const [lines, setLines] = useState<readonly string[]>([])
  const list = captions.map(({ url }) => url).join(' ')

  // biome-ignore lint/correctness/useExhaustiveDependencies: `list` stands for the track elements, which change with it
  useEffect(() => {
    setLines([])
    const tracks = [...(video.current?.textTracks ?? [])]
    for (const track of tracks) track.mode = 'disabled'
    const track = tracks.find((one) => one.language === language)
    if (!track) return
    const { current } = video
    const show = () => {
      const alone = current !== null && isAlone(current)
      track.mode = alone ? 'showing' : 'hidden'
      setLines(alone ? [] : [...(track.activeCues ?? [])].flatMap(textOf))
    }
    show()
    track.addEventListener('cuechange', show)
    for (const event of aloneEvents) current?.addEventListener(event, show)
    return () => {
      track.removeEventListener('cuechange', show)
      for (const event of aloneEvents) current?.removeEventListener(event, show)
    }
  }, [video, language, list])

  return { language, lines }
}
