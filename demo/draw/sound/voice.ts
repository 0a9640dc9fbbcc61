import { execFileSync } from 'node:child_process'

export const rate = 44_100

const spokenAs: readonly (readonly [RegExp, string])[] = [
  [/₹(\d[\d,]*)/g, '$1 rupees'],
  [/\bSQL\b/g, 'sequel'],
  [/\bAPIs\b/g, 'A P eyes'],
  [/\bAPI\b/g, 'A P I'],
  [/\bUI\b/g, 'U I'],
  [/\bAI\b/g, 'A I'],
  [/\bJSON\b/g, 'jay-son'],
  [/\bNode\b/g, 'node'],
  [/\bpandas\b/g, 'pandas'],
]

const known = new Map<string, Float32Array>()

/**
 * One sentence spoken by the flite voice that ffmpeg carries, smoothed for small speakers: mono samples at 44.1 kHz.
 * The voices come from the CMU ARCTIC recordings, whose licence asks for nothing when their speech is published.
 */
export const speak = (words: string, voice: 'slt' | 'rms'): Float32Array => {
  const key = `${voice}:${words}`
  const before = known.get(key)
  if (before) return before
  const said = spokenAs
    .reduce((text, [from, to]) => text.replaceAll(from, to), words)
    .replaceAll(/[:;,'\\%[\]]/g, (sign) => (sign === ',' || sign === ':' || sign === ';' ? '\\\\\\,' : ''))
    .replaceAll('’', '')
  const pace = voice === 'slt' ? 0.97 : 0.96
  const warm =
    `highpass=f=75,equalizer=f=180:t=q:w=1:g=2,equalizer=f=3000:t=q:w=1.4:g=2,equalizer=f=6200:t=q:w=1.2:g=-2.5,` +
    `acompressor=threshold=-22dB:ratio=2.6:attack=8:release=140:makeup=2.2,aecho=0.9:0.5:23|41:0.10|0.06,atempo=${pace},aresample=${rate}`
  const bytes = execFileSync(
    'ffmpeg',
    [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      `flite=text=${said}:voice=${voice}`,
      '-af',
      warm,
      '-f',
      'f32le',
      '-ac',
      '1',
      '-',
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  )
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  const spoken = trimSilence(samples)
  known.set(key, spoken)
  return spoken
}

const trimSilence = (samples: Float32Array): Float32Array => {
  const loud = (value: number | undefined): boolean => Math.abs(value ?? 0) > 0.012
  let from = 0
  while (from < samples.length && !loud(samples[from])) from++
  let to = samples.length
  while (to > from && !loud(samples[to - 1])) to--
  const margin = Math.round(rate * 0.05)
  return samples.slice(Math.max(0, from - margin), Math.min(samples.length, to + margin))
}
