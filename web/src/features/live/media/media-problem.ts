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

type ProblemText = { title: string; text: string }
type Device = 'camera' | 'microphone'

/** Returns a title and instructions for a camera or a microphone that cannot be used. */
export function mediaProblemText(problem: MediaProblem, devices: readonly Device[]): ProblemText {
  const what = devices.length > 1 ? 'camera and microphone' : (devices[0] ?? 'camera')
  const them = devices.length > 1 ? 'them' : 'it'
  switch (problem) {
    case 'refused':
      return {
        title: `Your browser does not let this page use your ${what}`,
        text: `Click the icon to the left of the address, allow ${them} for this site, then press Try again. On a phone, look in the browser's site settings.`,
      }
    case 'missing':
      return {
        title: `No ${devices.length > 1 ? 'camera or microphone' : what} was found`,
        text: `Plug ${them} in and press Try again. You can also join without ${them}.`,
      }
    case 'busy':
      return {
        title: `Your ${what} cannot be used at the moment`,
        text: `Another program may be using ${them}. Close it and press Try again. You can also join without ${them}.`,
      }
    case 'insecure':
      return {
        title: 'This page was not opened over a secure connection',
        text: 'Browsers only allow cameras and microphones on addresses that begin with https. You can still watch, listen and chat.',
      }
    case 'failed':
      return {
        title: `Your ${what} could not be started`,
        text: `Press Try again. You can also join without ${them}.`,
      }
  }
}
