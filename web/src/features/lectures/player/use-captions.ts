import type { Caption } from '@virtual-courses/contract'
import { type RefObject, useEffect, useState } from 'react'
import { chooseCaptions } from './choose-captions.ts'
import type { Preferences } from './preferences.ts'

export type Captions = {
  /** the language that is shown; null for none */
  language: string | null
  /** what is said at this moment, a line each */
  lines: readonly string[]
}

const textOf = (cue: TextTrackCue): string[] =>
  cue instanceof VTTCue
    ? (cue.getCueAsHTML().textContent ?? '')
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
    : []

/**
 * Captions are drawn by us, above the controls and in our type: the browser only reads and times them. A track is fetched when
 * it is switched on, not before.
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
    const show = () => setLines([...(track.activeCues ?? [])].flatMap(textOf))
    track.mode = 'hidden'
    track.addEventListener('cuechange', show)
    show()
    return () => track.removeEventListener('cuechange', show)
  }, [video, language, list])

  return { language, lines }
}
