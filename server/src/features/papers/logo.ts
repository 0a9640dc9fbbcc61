/** The mark of the site, as in the bar of its pages: shapes on a square of `size`. */
export const logo = {
  size: 32,
  background: { fill: '#2d2783', radius: 9.5 },
  pages: [
    { path: 'M5 9.9 16 17.6v9.9L6.9 21A4.6 4.6 0 0 1 5 17.3z', fill: '#ffffff' },
    { path: 'M27 9.9 16 17.6v9.9l9.1-6.5a4.6 4.6 0 0 0 1.9-3.7z', fill: '#b9b4f7' },
  ],
  dot: { x: 16, y: 9, radius: 4.2, fill: '#fba81f' },
}

const { size, background, pages, dot } = logo
const drawn = pages.map(({ path, fill }) => `<path d="${path}" fill="${fill}"/>`).join('')

/** The mark in a page. */
export const logoSvg = `<svg viewBox="0 0 ${size} ${size}" aria-hidden="true"><rect width="${size}" height="${size}" rx="${background.radius}" fill="${background.fill}"/>${drawn}<circle cx="${dot.x}" cy="${dot.y}" r="${dot.radius}" fill="${dot.fill}"/></svg>`
