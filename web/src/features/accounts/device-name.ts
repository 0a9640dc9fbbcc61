import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { readUserAgent } from '@virtual-courses/contract'

const handheld = new Set(['iPhone', 'iPad', 'Android'])

export type Device = { name: string; kind: 'handheld' | 'computer' | 'unknown' }

/** Names the browser and the system of a user-agent text for people: "Chrome on Windows". */
export function deviceOf(userAgent: string, t: (message: MessageDescriptor) => string): Device {
  const { browser, system, isProgram } = readUserAgent(userAgent)
  const kind = system === undefined ? 'unknown' : handheld.has(system) ? 'handheld' : 'computer'
  const name = () => {
    if (browser) return system ? t(msg`${browser} on ${system}`) : browser
    if (isProgram) return t(msg`A command-line program`)
    return system ? t(msg`A browser on ${system}`) : t(msg`An unknown browser`)
  }
  return { name: name(), kind }
}
