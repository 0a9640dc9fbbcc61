import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Caption } from '@virtual-courses/contract'
import type { MenuEntry } from '#ui/overlays/menu-popup.tsx'
import type { MediaState } from './engine/media-state.ts'
import { fixedHeight } from './engine/quality.ts'
import { type Preferences, preferences } from './preferences.ts'
import type { PictureInPicture } from './use-display-modes.ts'
import type { PlayerCommands } from './use-player-commands.ts'

export type SettingsProps = {
  media: MediaState
  commands: PlayerCommands
  chosen: Preferences
  /** heights of the stream, the lowest first; none of a file */
  heights: readonly number[]
  /** the height that is shown; null where it is not known */
  height: number | null
  captions: readonly Caption[]
  /** the language that is shown; null for none */
  captionLanguage: string | null
  pictureInPicture: PictureInPicture | null
  /** opens the browser's list of screens; null where there is none */
  airPlay: (() => void) | null
  /** what a narrow player has no buttons for */
  moved: readonly MenuEntry[]
  /** the next lecture can start automatically */
  offersNext: boolean
  onHelp: () => void
  onCaptionLook: () => void
}

function qualityEntries({ heights, height, chosen }: SettingsProps, i18n: I18n): MenuEntry[] {
  if (heights.length === 0) return []
  const fixed = fixedHeight(heights, chosen.quality)
  const automatic = fixed === null && height !== null ? msg`Automatic (${height}p)` : msg`Automatic`
  const entries: MenuEntry[] = []
  if (heights.length > 1)
    entries.push({
      kind: 'choice',
      title: i18n._(msg`Quality`),
      options: [
        { value: 'auto', label: i18n._(automatic) },
        ...heights.toReversed().map((one) => ({ value: String(one), label: `${one}p` })),
      ],
      value: String(fixed ?? 'auto'),
      onChange: (quality) => preferences.change({ quality: quality === 'auto' ? quality : Number(quality) }),
    })
  if (fixed === null && heights.length > 1)
    entries.push({
      kind: 'switch',
      label: i18n._(msg`Save data`),
      on: chosen.dataSaver,
      onChange: (dataSaver) => preferences.change({ dataSaver }),
    })
  return entries
}

function captionEntries({ captions, captionLanguage, onCaptionLook }: SettingsProps, i18n: I18n): MenuEntry[] {
  if (captions.length === 0) return []
  return [
    {
      kind: 'choice',
      title: i18n._(msg`Captions`),
      options: [
        { value: '', label: i18n._(msg({ message: 'Off', context: 'captions' })) },
        ...captions.map(({ language, label }) => ({ value: language, label })),
      ],
      value: captionLanguage ?? '',
      onChange: (language) =>
        preferences.change(language === '' ? { captions: false } : { captions: true, captionLanguage: language }),
    },
    { kind: 'action', label: i18n._(msg`Look of captions`), onSelect: onCaptionLook },
  ]
}

/** What the menu of settings offers. */
export function settingsEntries(props: SettingsProps, i18n: I18n): MenuEntry[] {
  const { media, commands, chosen, pictureInPicture, airPlay, moved, offersNext, onHelp } = props
  const others: MenuEntry[] = []
  if (offersNext) {
    others.push({
      kind: 'switch',
      label: i18n._(msg`Play the next lecture automatically`),
      on: chosen.autoNext,
      onChange: (autoNext) => preferences.change({ autoNext }),
    })
  }
  others.push({
    kind: 'switch',
    label: i18n._(msg`Sound`),
    on: !media.muted && media.volume > 0,
    onChange: commands.mute,
  })
  if (pictureInPicture) {
    others.push({ kind: 'action', label: i18n._(msg`Picture in picture`), onSelect: pictureInPicture.toggle })
  }
  if (airPlay) others.push({ kind: 'action', label: 'AirPlay', onSelect: airPlay })
  others.push({ kind: 'action', label: i18n._(msg`Keyboard shortcuts`), onSelect: onHelp })
  return [...moved.map((one) => [one]), qualityEntries(props, i18n), captionEntries(props, i18n), others]
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [{ kind: 'separator' } as const, ...group]))
}
