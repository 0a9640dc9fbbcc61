import { describe, expect, it } from 'vitest'
import { motifCount } from './artwork-palette.ts'
import { artworkSvg } from './artwork-svg.ts'

describe('artworkSvg', () => {
  it('draws the same picture for the same seed', () => {
    expect(artworkSvg({ seed: 'Painting\nWatercolour' })).toBe(artworkSvg({ seed: 'Painting\nWatercolour' }))
  })

  it('draws another picture for another title, motif or hue', () => {
    const one = artworkSvg({ seed: 'a', motif: 0 })
    const others = [
      artworkSvg({ seed: 'b', motif: 0 }),
      artworkSvg({ seed: 'a', motif: 1 }),
      artworkSvg({ seed: 'a', motif: 0, hue: 120 }),
    ]
    expect(new Set([one, ...others]).size).toBe(4)
  })

  it('draws different pictures for 500 titles of one motif', () => {
    const pictures = Array.from({ length: 500 }, (_, index) => artworkSvg({ seed: `Course ${index}`, motif: 2 }))
    expect(new Set(pictures).size).toBe(500)
  })

  it.each(Array.from({ length: motifCount }, (_, motif) => motif))(
    'motif %i is small, finite and without words',
    (motif) => {
      for (const seed of ['', 'short', 'A long title with <b>markup</b> & "quotes"', '日本語']) {
        const svg = artworkSvg({ seed, motif })
        expect(svg.length).toBeLessThan(7000)
        expect(svg).not.toMatch(/NaN|undefined|Infinity|<text|markup/)
        expect(svg.match(/<(?!\/)[a-z]/gi)?.length).toBe(
          (svg.match(/<\//g)?.length ?? 0) + (svg.match(/\/>/g)?.length ?? 0),
        )
      }
    },
  )

  it('takes any whole number as a motif', () => {
    expect(artworkSvg({ seed: 'a', motif: motifCount + 3 })).toBe(artworkSvg({ seed: 'a', motif: 3 }))
  })
})
