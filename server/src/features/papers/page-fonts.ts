import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { fontPath, type Weight } from './fonts.ts'

const weights: Readonly<Record<number, Weight>> = { 400: 'regular', 700: 'bold' }
const pathOf = (weight: string): string => `/fonts/devanagari-${weight}.woff2`

/**
 * Styles for pages outside of the web application: the font of Devanagari, which a browser loads when a page has such letters. The pages'
 * policy needs `pageFontSource`.
 */
export const pageFontFaces = Object.keys(weights)
  .map(
    (weight) =>
      `@font-face { font-family: "Noto Sans Devanagari"; font-weight: ${weight}; font-display: swap; src: url("${pathOf(weight)}") format("woff2"); unicode-range: U+0900-097F, U+200C-200D, U+A8E0-A8FF }`,
  )
  .join('\n')
export const pageFontSource = `font-src 'self'`

/** Serves the font of `pageFontFaces`. Its address stays when a version of the package brings another file, so it is kept for a week. */
export function registerPageFonts(app: FastifyInstance): void {
  for (const [weight, name] of Object.entries(weights)) {
    const bytes = readFile(fontPath('devanagari', name).replace(/\.woff$/, '.woff2'))
    app.get(pathOf(weight), async (_request, reply) =>
      reply
        .type('font/woff2')
        .headers({ 'cache-control': 'public, max-age=604800', 'x-content-type-options': 'nosniff' })
        .send(await bytes),
    )
  }
}
