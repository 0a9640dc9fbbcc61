import { artworkMotifs, mirrored } from './artwork-motifs.ts'
import { artworkPalette, motifCount } from './artwork-palette.ts'
import { type Dice, dice, hashText } from './artwork-random.ts'

export type ArtworkOptions = {
  /** Identifies the image; the same text gives the same image, byte for byte. */
  seed: string
  /** Degrees; shifts the colors from the motif's own. */
  hue?: number
  /** 0 to 8: brackets, shapes, phones, shield, network, curves, bars, sparks, book. Without it the seed decides. */
  motif?: number
  /** Pixels; the drawing is 16:9 and is cut to fit otherwise. */
  width?: number
  height?: number
}

/** Subtle texture behind the motif: dots, arcs or slanted bands. */
function ground({ between }: Dice, tint: string): string {
  const kind = between(0, 2)
  if (kind === 0) {
    const x = between(0, 1) * 470
    const dots = Array.from({ length: 40 }, (_, i) => `M${x + 20 + (i % 8) * 20} ${30 + Math.floor(i / 8) * 20}h.01`)
    return `<path d="${dots.join('')}" stroke="${tint}" stroke-width="5" stroke-linecap="round" opacity=".28"/>`
  }
  if (kind === 1) {
    const x = between(0, 1) * 640
    const arcs = [120, 170, 220, 270, 320].map((r) => `<circle cx="${x}" cy="360" r="${r}"/>`)
    return `<g fill="none" stroke="${tint}" stroke-width="16" opacity=".1">${arcs.join('')}</g>`
  }
  const x = between(-120, 300)
  return `<path d="M${x} 360L${x + 200} 0h90L${x + 90} 360zM${x + 190} 360L${x + 390} 0h40L${x + 230} 360z" fill="${tint}" opacity=".1"/>`
}

/**
 * Returns a placeholder image without text as standalone SVG. Pure and free of dependencies, so that a server can write it
 * to a file as well.
 */
export function artworkSvg({ seed, hue, motif, width = 640, height = 360 }: ArtworkOptions): string {
  const hash = hashText(seed)
  const throws = dice(hash)
  const index = (motif ?? hash % motifCount) % motifCount
  const colours = artworkPalette(index, throws.between(-18, 18), hue)
  const id = `art${hash.toString(36)}${index}`
  const glow = { x: throws.between(15, 85), y: throws.between(0, 50) }
  const draw = artworkMotifs[index]
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 640 360" preserveAspectRatio="xMidYMid slice">` +
    `<defs><linearGradient id="${id}g" x1="0" y1="${throws.coin() ? 0 : 1}" x2="1" y2="${throws.between(30, 70) / 100}">` +
    `<stop stop-color="${colours.from}"/><stop offset="1" stop-color="${colours.to}"/></linearGradient>` +
    `<radialGradient id="${id}r" cx="${glow.x}%" cy="${glow.y}%" r="75%"><stop stop-color="${colours.mid}" stop-opacity=".75"/>` +
    `<stop offset="1" stop-color="${colours.mid}" stop-opacity="0"/></radialGradient></defs>` +
    `<rect width="640" height="360" fill="url(#${id}g)"/><rect width="640" height="360" fill="url(#${id}r)"/>` +
    ground(throws, colours.pale) +
    `<g${mirrored.has(index) && throws.coin() ? ' transform="matrix(-1 0 0 1 640 0)"' : ''}>${draw?.(throws, colours) ?? ''}</g>` +
    '</svg>'
  )
}
