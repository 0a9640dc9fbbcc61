import type { Pdf } from './pen.ts'

/** The mark of the site, as in the bar of its pages: shapes on a square of `logoSize`. */
export const logoSize = 32
const background = { fill: '#2d2783', radius: 9.5 }
const dot = { x: 16, y: 9, radius: 4.2, fill: '#fba81f' }
const pages = [
  { path: 'M5 9.9 16 17.6v9.9L6.9 21A4.6 4.6 0 0 1 5 17.3z', fill: '#ffffff' },
  { path: 'M27 9.9 16 17.6v9.9l9.1-6.5a4.6 4.6 0 0 0 1.9-3.7z', fill: '#b9b4f7' },
] as const

/** The mark in a page. */
export const logoSvg = `<svg viewBox="0 0 ${logoSize} ${logoSize}" aria-hidden="true"><rect width="${logoSize}" height="${logoSize}" rx="${background.radius}" fill="${background.fill}"/>${pages.map(({ path, fill }) => `<path d="${path}" fill="${fill}"/>`).join('')}<circle cx="${dot.x}" cy="${dot.y}" r="${dot.radius}" fill="${dot.fill}"/></svg>`

/** Draws the mark into a file, `size` points wide. */
export function drawLogo(pdf: Pdf, { x, y, size }: { x: number; y: number; size: number }): void {
  pdf
    .save()
    .translate(x, y)
    .scale(size / logoSize)
  pdf.roundedRect(0, 0, logoSize, logoSize, background.radius).fill(background.fill)
  for (const { path, fill } of pages) pdf.path(path).fill(fill)
  pdf.circle(dot.x, dot.y, dot.radius).fill(dot.fill)
  pdf.restore()
}
