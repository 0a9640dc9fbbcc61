import { BoardElement, maxBoardPoints, maxElementBytes } from '@virtual-courses/contract'
import { describe, expect, it } from 'vitest'
import { isBoardKind, textsOf, toSend } from './board-elements.ts'
import { element } from './fixtures.ts'

const base = { ...element('one', 3), versionNonce: 4, x: 1.23456, y: 2, width: 30.0004, height: 4 }
const text = (id: string, y: number, originalText: string) => ({ ...base, id, type: 'text', y, originalText })

describe('an element that is sent', () => {
  it('is what the contract takes, without a link and without what others put beside its fields', () => {
    const sent = toSend({ ...base, type: 'rectangle', link: 'https://example.com', customData: { html: 'x' } } as never)
    expect(BoardElement.parse(sent)).toEqual(sent)
    expect(sent).toMatchObject({ x: 1.23, width: 30, link: null })
    expect(sent).not.toHaveProperty('customData')
  })

  it('is its version alone once it was erased', () => {
    expect(toSend({ ...base, type: 'rectangle', isDeleted: true })).toEqual({
      id: 'one',
      version: 3,
      versionNonce: 4,
      isDeleted: true,
    })
  })

  it('has few enough points, its ends among them', () => {
    const points = Array.from({ length: 9001 }, (_, at) => [at * 1.23456, at * 5.43216] as const)
    const pressures = points.map((_, at) => (at % 100) / 123)
    const line = { ...base, type: 'freedraw', points, pressures, simulatePressure: false, lastCommittedPoint: [1, 2] }
    const sent = toSend(line)
    if (sent.isDeleted || sent.type !== 'freedraw') return expect.fail('a line')
    expect(sent.points.length).toBeLessThanOrEqual(maxBoardPoints)
    expect(sent.pressures).toHaveLength(sent.points.length)
    expect(JSON.stringify(sent).length).toBeLessThan(maxElementBytes)
    expect([sent.points[0], sent.points.at(-1)]).toEqual([
      [0, 0],
      [11111, 48889.4],
    ])
    expect(BoardElement.safeParse(sent).success).toBe(true)
  })
})

it('pictures and pages of other sites do not stand on a whiteboard', () => {
  expect(['image', 'embeddable', 'iframe', 'magicframe', 'selection'].filter(isBoardKind)).toEqual([])
})

it('texts are read from top to bottom', () => {
  const elements = [text('b', 20, ' Second '), text('a', 10, 'First'), text('c', 30, ' '), { ...base, type: 'line' }]
  expect(textsOf(elements)).toEqual(['First', 'Second'])
})
