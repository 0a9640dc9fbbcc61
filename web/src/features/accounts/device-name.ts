import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The first matching rule counts: most browsers also name the browsers that they derive from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\bChromium\/|\b(?:Headless)?Chrome\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const program = /\b(?:curl|Wget|HTTPie|PostmanRuntime)\//i

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const handheld = new Set(['iPhone', 'iPad', 'Android'])

const first = (rules: typeof browsers, text: string) => rules.find(([rule]) => rule.test(text))?.[1]

export type Device = { name: string; kind: 'handheld' | 'computer' | 'unknown' }

/**
 * Returns the common names of the browser and the system of a user-agent text: "Chrome on Windows". Clients send any text, so
 * this only helps to recognise a session.
 */
export function deviceOf(userAgent: string, t: (message: MessageDescriptor) => string): Device {
  const browser = first(browsers, userAgent)
  const system = first(systems, userAgent)
  const kind = system === undefined ? 'unknown' : handheld.has(system) ? 'handheld' : 'computer'
  const name = () => {
    if (browser) return system ? t(msg`${browser} on ${system}`) : browser
    if (program.test(userAgent)) return t(msg`A command-line program`)
    return system ? t(msg`A browser on ${system}`) : t(msg`An unknown browser`)
  }
  return { name: name(), kind }
}
