import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useId, useSyncExternalStore } from 'react'
import { useEarlyChoice } from './early-press.ts'
import { themeKey } from './theme-script.ts'

export type Theme = 'system' | 'light' | 'dark'

const listeners = new Set<() => void>()

/** Returns the theme that the user chose; `system` without a choice. Browser only. */
function chosenTheme(): Theme {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Applies a theme and stores it where the browser allows. */
function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(themeKey)
    else localStorage.setItem(themeKey, theme)
  } catch {
    // A private window may forbid storage: the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

/** Subscribes to theme changes on this page; returns the function that unsubscribes. */
function onThemeChoice(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const themes: { value: Theme; label: MessageDescriptor; Icon: typeof Sun }[] = [
  { value: 'system', label: msg`System theme`, Icon: Monitor },
  { value: 'light', label: msg`Light theme`, Icon: Sun },
  { value: 'dark', label: msg`Dark theme`, Icon: Moon },
]

/** Light, dark or system theme. The server renders "system"; the stored choice shows after hydration. */
export function ThemeSwitch() {
  const { t } = useLingui()
  const name = useId()
  const theme = useSyncExternalStore(onThemeChoice, chosenTheme, () => 'system' as const)
  const early = useEarlyChoice('theme', (choice) => {
    const chosen = themes.find(({ value }) => value === choice)
    if (chosen) chooseTheme(chosen.value)
  })
  return (
    <fieldset {...early} className="inline-flex rounded-full border border-line bg-sunken p-0.5">
      <legend className="sr-only">{t`Theme`}</legend>
      {themes.map(({ value, label, Icon }) => (
        <span
          key={value}
          className="relative grid size-8 cursor-pointer place-items-center rounded-full text-muted transition-colors hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={value}
            aria-label={t(label)}
            title={t(label)}
            checked={theme === value}
            onChange={() => chooseTheme(value)}
            className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
          />
          <Icon aria-hidden="true" className="size-4" />
        </span>
      ))}
    </fieldset>
  )
}
