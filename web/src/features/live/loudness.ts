/** Quieter than this is silence, in decibels below the loudest possible sound. */
const floor = -60

/** How loud a moment of sound is, from 0 (silence) to 1, on the scale on which ears hear. Samples lie between -1 and 1. */
export function loudness(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  const decibels = 10 * Math.log10(sum / Math.max(1, samples.length) + 1e-12)
  return Math.min(1, Math.max(0, 1 - decibels / floor))
}
