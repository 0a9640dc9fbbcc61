import type { MessageDescriptor } from '@lingui/core'
import { msg, select } from '@lingui/core/macro'

/** Why a camera or a microphone cannot be used. */
export type MediaProblem = 'refused' | 'missing' | 'busy' | 'insecure' | 'failed'

const names: Record<string, MediaProblem> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  DevicesNotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  TrackStartError: 'busy',
  AbortError: 'busy',
}

/** Returns the problem that an error of `getUserMedia` stands for. */
export const problemOf = (error: unknown): MediaProblem =>
  (error instanceof Error || error instanceof DOMException ? names[error.name] : undefined) ?? 'failed'

type ProblemText = { title: MessageDescriptor; text: MessageDescriptor }
type Device = 'camera' | 'microphone'

/** Returns a title and instructions for a camera or a microphone that cannot be used. */
export function mediaProblemText(problem: MediaProblem, all: readonly Device[]): ProblemText {
  const devices = all.length > 1 ? 'both' : (all[0] ?? 'camera')
  switch (problem) {
    case 'refused':
      return {
        title: msg`Your browser does not let this page use your ${select(devices, { both: 'camera and microphone', microphone: 'microphone', other: 'camera' })}`,
        text: msg`Click the icon to the left of the address, allow ${select(devices, { both: 'them', other: 'it' })} for this site, then press Try again. On a phone, look in the browser's site settings.`,
      }
    case 'missing':
      return {
        title: msg`No ${select(devices, { both: 'camera or microphone', microphone: 'microphone', other: 'camera' })} was found`,
        text: msg`Plug ${select(devices, { both: 'them', other: 'it' })} in and press Try again. You can also join without ${select(devices, { both: 'them', other: 'it' })}.`,
      }
    case 'busy':
      return {
        title: msg`Your ${select(devices, { both: 'camera and microphone', microphone: 'microphone', other: 'camera' })} cannot be used at the moment`,
        text: msg`Another program may be using ${select(devices, { both: 'them', other: 'it' })}. Close it and press Try again. You can also join without ${select(devices, { both: 'them', other: 'it' })}.`,
      }
    case 'insecure':
      return {
        title: msg`This page was not opened over a secure connection`,
        text: msg`Browsers only allow cameras and microphones on addresses that begin with https. You can still watch, listen and chat.`,
      }
    case 'failed':
      return {
        title: msg`Your ${select(devices, { both: 'camera and microphone', microphone: 'microphone', other: 'camera' })} could not be started`,
        text: msg`Press Try again. You can also join without ${select(devices, { both: 'them', other: 'it' })}.`,
      }
  }
}
