import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { formatSize } from '@virtual-courses/contract/values/amounts'

/** Formats a size in decimal units: 840 bytes, 12 kB, 3.4 MB, 1.2 GB. */
export function formatBytes(bytes: number, i18n: I18n): string {
  if (bytes < 1000) return i18n._(msg`${bytes} bytes`)
  return formatSize(bytes)
}

/** Returns the format of sizes in the reader's language. */
export function useFormatBytes(): (bytes: number) => string {
  const { i18n } = useLingui()
  return (bytes) => formatBytes(bytes, i18n)
}
