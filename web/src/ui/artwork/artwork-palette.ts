export type ArtworkPalette = {
  /** Background gradient, from one corner to the other. */
  from: string
  to: string
  /** Slightly lighter than the background. */
  mid: string
  /** Pale lines and planes. */
  pale: string
  /** Warm accent, close to saffron. */
  warm: string
}

/** Hue, saturation and lightness of both ends of the gradient, one entry per motif; the other colors derive from them. */
const gradients = [
  { from: [244, 54, 27], to: [252, 62, 57] },
  { from: [338, 56, 36], to: [12, 80, 63] },
  { from: [190, 76, 19], to: [172, 62, 40] },
  { from: [196, 60, 10], to: [160, 48, 27] },
  { from: [272, 58, 27], to: [286, 56, 57] },
  { from: [222, 68, 23], to: [206, 72, 50] },
  { from: [18, 72, 33], to: [35, 92, 54] },
  { from: [256, 58, 24], to: [322, 60, 52] },
  { from: [140, 30, 20], to: [84, 38, 44] },
] as const

export const motifCount = gradients.length

const hsl = (hue: number, saturation: number, lightness: number, alpha = 1) =>
  `hsl(${(hue + 360) % 360} ${saturation}% ${lightness}%${alpha === 1 ? '' : ` / ${alpha}`})`

/** Returns the colors of an image. `turn` (degrees) varies the motif's palette; `hue` replaces its base hue. */
export function artworkPalette(motif: number, turn: number, hue?: number): ArtworkPalette {
  const { from, to } = gradients[motif % motifCount] ?? gradients[0]
  const shift = (hue === undefined ? 0 : hue - from[0]) + turn
  const sunny = motif % motifCount === 6 && hue === undefined
  return {
    from: hsl(from[0] + shift, from[1], from[2]),
    to: hsl(to[0] + shift, to[1], to[2]),
    mid: hsl(to[0] + shift, to[1] - 6, to[2] + 12),
    pale: hsl(to[0] + shift, 70, 94),
    warm: sunny ? hsl(246, 56, 30) : hsl(37, 97, 58),
  }
}
