import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'

/** Formats a size in decimal units: 840 bytes, 12 kB, 3.4 MB, 1.2 GB. */
export function formatBytes(bytes: number, i18n: I18n): string {
  if (bytes < 1000) return i18n._(msg`${bytes} bytes`)
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes / 1000
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

/** Returns the format of sizes in the reader's language. */
export function useFormatBytes(): (bytes: number) => string {
  const { i18n } = useLingui()
  return (bytes) => formatBytes(bytes, i18n)
}
