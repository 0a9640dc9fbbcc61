import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('../app/styles/tokens.css', import.meta.url), 'utf8')
const found = [...css.matchAll(/--color-([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)]
const colours = new Map(found.map(([, name, light, dark]) => [name, { light: light ?? '', dark: dark ?? '' }]))

/** Relative luminance of a hex colour (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function ratio(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const grounds = ['canvas', 'sunken', 'surface', 'raised', 'tint']
const pairs = (texts: string[], on: string[], least: number) =>
  texts.flatMap((text) => on.map((ground) => [text, ground, least] as const))

const rules = [
  ...pairs(['ink', 'muted', 'link'], grounds, 7),
  ...pairs(['muted'], ['neutral-soft'], 7),
  ...pairs(['subtle', 'danger', 'success', 'accent-text', 'primary'], grounds, 4.5),
  ...pairs(['on-night', 'on-night-muted'], ['night', 'night-raised'], 7),
  ...['primary', 'accent', 'success', 'danger'].flatMap((name) => [
    ...pairs([`on-${name}`], [name, `${name}-hover`], 4.5),
    ...pairs([`on-${name}-soft`], [`${name}-soft`], 7),
  ]),
  ...pairs(['canvas'], ['ink'], 7),
  // Visible parts without text: edges of controls, stars, the focus ring.
  ...pairs(['line-strong', 'focus'], grounds, 3),
  ...pairs(['star'], ['canvas', 'surface', 'raised'], 3),
  ...pairs(['accent'], ['night', 'night-raised'], 3),
]

describe('the palette', () => {
  it('is read', () => expect(colours.size).toBeGreaterThan(35))

  it.each(['light', 'dark'] as const)('keeps its contrasts in the %s theme', (theme) => {
    const tooLow = rules.flatMap(([text, ground, least]) => {
      const a = colours.get(text)
      const b = colours.get(ground)
      if (!a || !b) return [`${text} or ${ground} is missing`]
      const actual = ratio(a[theme], b[theme])
      return actual < least ? [`${text} on ${ground}: ${actual.toFixed(2)}, needs ${least}`] : []
    })
    expect(tooLow).toEqual([])
  })
})
