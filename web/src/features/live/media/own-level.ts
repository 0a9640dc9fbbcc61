import { isSent, type LocalMediaControl } from './local-media.ts'
import { createMeter } from './meter.ts'

/** Loudness of the meter, on its logarithmic scale, from which the own microphone counts as speech. */
const speech = 0.45

/** Measures the own microphone while it is on. */
export function createOwnLevel({ store }: LocalMediaControl) {
  let meter: { track: MediaStreamTrack; level: () => number; close: () => void } | null = null
  function close(): void {
    meter?.close()
    meter = null
  }
  return {
    /** 1 while something is said, otherwise 0. */
    level(): number {
      const { audio } = store.read()
      const { track } = audio
      if (!track || !isSent(audio)) {
        close()
        return 0
      }
      if (meter?.track !== track) {
        close()
        meter = { track, ...createMeter(track) }
      }
      return meter.level() > speech ? 1 : 0
    },
    close,
  }
}
