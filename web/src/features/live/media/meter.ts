/** Level that counts as silence, in decibels below full scale. */
const floor = -60

/** Returns the loudness of samples (-1 to 1) from 0 (silence) to 1, on a logarithmic scale. */
export function loudness(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  const decibels = 10 * Math.log10(sum / Math.max(1, samples.length) + 1e-12)
  return Math.min(1, Math.max(0, 1 - decibels / floor))
}

/**
 * Samples that the bar shows at once: 170 ms at 48 kHz, more than the time from one update to the next, so that no sound, however
 * short, falls between two of them.
 */
const sampleCount = 8192

/** Measures a microphone. */
export function createMeter(track: MediaStreamTrack) {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = sampleCount
  const source = context.createMediaStreamSource(new MediaStream([track]))
  source.connect(analyser)
  const samples = new Float32Array(sampleCount)
  return {
    level(): number {
      analyser.getFloatTimeDomainData(samples)
      return loudness(samples)
    },
    close(): void {
      source.disconnect()
      void context.close()
    },
  }
}
