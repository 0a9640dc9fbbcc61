/** Colours of the brand: indigo ink, saffron, near-white; the rest is for charts and code and used sparingly. */
export const ink = {
  night: '#14112f',
  deep: '#1a1648',
  indigo: '#2d2783',
  violet: '#5b4fe0',
  soft: '#8d86f5',
  mist: '#e9e8fd',
} as const

export const saffron = { deep: '#d9780a', base: '#fba81f', light: '#ffc766', pale: '#fff1d9' } as const

export const paper = { base: '#fbfaf6', card: '#ffffff', line: '#e4e2ee', grey: '#77738f', text: '#221e45' } as const

export const hue = {
  teal: '#12a594',
  mint: '#7ee2b8',
  rose: '#e5537a',
  sky: '#3b9eff',
  plum: '#a855d6',
  leaf: '#3f9d5a',
  coral: '#ff7a59',
} as const

/** Design space of every drawing; films and pictures scale from it. */
export const stage = { width: 1280, height: 720 } as const

export const sans = `'Inter Variable', sans-serif`
export const display = `'Bricolage Display', 'Inter Variable', sans-serif`
export const mono = `'JetBrains Mono Variable', monospace`
