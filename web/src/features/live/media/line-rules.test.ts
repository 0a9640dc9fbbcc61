import { describe, expect, it } from 'vitest'
import { chooseLayers, type Viewing } from './layers.ts'
import { judgeLine, readAddress } from './line-check.ts'
import { createLineQuality, type LineSample } from './line-quality.ts'

const good: LineSample = { packets: 500, lost: 0, frozen: 0 }
const bad: LineSample = { packets: 400, lost: 100, frozen: 0 }
const times = (count: number, sample: LineSample) => Array.from({ length: count }, () => sample)

describe('a line', () => {
  it('comes down to sound alone when packets are lost, and not by one bad moment', () => {
    const line = createLineQuality()
    expect(line.take(bad)).toBe(0)
    expect(line.take(good)).toBe(0)
    expect([...times(6, bad)].map((one) => line.take(one))).toEqual([0, 1, 1, 2, 2, 3])
    expect(line.take(bad)).toBe(3)
  })
  it('comes down when pictures stand still', () => {
    const line = createLineQuality()
    for (const one of times(2, { packets: 500, lost: 0, frozen: 0.5 })) line.take(one)
    expect(line.level()).toBe(1)
  })
  it('goes up after some good samples, and more slowly when that was in vain', () => {
    const line = createLineQuality()
    for (const one of times(2, bad)) line.take(one)
    expect(times(5, good).map((one) => line.take(one))).toEqual([1, 1, 1, 1, 0])
    for (const one of times(2, bad)) line.take(one)
    expect(
      times(10, good)
        .map((one) => line.take(one))
        .lastIndexOf(1),
    ).toBe(8)
  })
  it('tries pictures again where pictures alone are sent', () => {
    const line = createLineQuality()
    for (const one of times(6, bad)) line.take(one)
    expect(line.level()).toBe(3)
    expect(times(5, { packets: 0, lost: 0, frozen: 0 }).map((one) => line.take(one))).toEqual([3, 3, 3, 3, 2])
  })
  it('is not judged by a few packets', () => {
    const line = createLineQuality()
    for (const one of times(9, { packets: 2, lost: 9, frozen: 0 })) line.take(one)
    expect(line.level()).toBe(0)
  })
})

describe('sizes of pictures', () => {
  const viewing: Viewing = { hidden: false, audioOnly: false, saving: false, line: 0 }
  const pictures = [
    { peerId: 'a', what: 'camera' as const, width: 900 },
    { peerId: 'b', what: 'camera' as const, width: 400 },
    { peerId: 'c', what: 'camera' as const, width: 180 },
    { peerId: 'd', what: 'camera' as const, width: 0 },
    { peerId: 'a', what: 'screen' as const, width: 700 },
  ]
  const layers = (change: Partial<Viewing>) =>
    chooseLayers(pictures, { ...viewing, ...change }).map(({ layer }) => layer)
  it.each<[string, Partial<Viewing>, string[]]>([
    ['follow the tiles', {}, ['high', 'middle', 'low', 'off', 'high']],
    ['are none in the background', { hidden: true }, ['off', 'off', 'off', 'off', 'off']],
    ['are none with audio only', { audioOnly: true }, ['off', 'off', 'off', 'off', 'off']],
    ['are small for who saves data, but for a screen', { saving: true }, ['low', 'low', 'low', 'off', 'high']],
    ['are smaller on a slow line', { line: 1 }, ['middle', 'middle', 'low', 'off', 'high']],
    ['leave the screen last', { line: 2 }, ['low', 'low', 'low', 'off', 'high']],
    ['are none where only sound gets through', { line: 3 }, ['off', 'off', 'off', 'off', 'off']],
  ])('%s', (_what, change, expected) => expect(layers(change)).toEqual(expected))
})

describe('a check of the line', () => {
  const servers = [{ urls: 'stun:example' }]
  it.each([
    [
      'direct',
      [
        { type: 'host', protocol: 'udp' },
        { type: 'srflx', protocol: 'udp' },
      ],
    ],
    [
      'relay',
      [
        { type: 'relay', protocol: 'tcp' },
        { type: 'relay', protocol: 'udp' },
      ],
    ],
    [
      'relay-tcp',
      [
        { type: 'host', protocol: 'udp' },
        { type: 'relay', protocol: 'tls' },
      ],
    ],
    ['blocked', [{ type: 'host', protocol: 'udp' }]],
  ])('says %s', (result, found) => expect(judgeLine(found, servers)).toBe(result))
  it('says nothing without a server to check with', () =>
    expect(judgeLine([{ type: 'host', protocol: 'udp' }], [])).toBe('unknown'))
  it.each([
    ['tcp', { relayProtocol: 'tcp', priority: 0 }],
    ['tls', { priority: 0x00ffffff }],
    ['udp', { priority: 0x02ffffff }],
  ])('knows a relay by %s', (protocol, candidate) =>
    expect(readAddress({ type: 'relay', ...candidate } as never)).toEqual({ type: 'relay', protocol }),
  )
})
