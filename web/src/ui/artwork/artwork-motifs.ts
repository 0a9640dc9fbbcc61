import type { ArtworkPalette } from './artwork-palette.ts'
import type { Dice } from './artwork-random.ts'

type Motif = (throws: Dice, colours: ArtworkPalette) => string

const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join('')
const disc = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"${more}/>`
const box = (x: number, y: number, w: number, h: number, r: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"${more}/>`
const line = (d: string, stroke: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${more}/>`
const see = (opacity: number) => ` opacity="${opacity}"`

/** A window with angle brackets in front. */
const brackets: Motif = ({ between }, { pale, warm, mid }) => {
  const x = between(96, 190)
  const y = between(52, 78)
  const rows = times(5, (i) => {
    const indent = between(0, 2) * 22
    return box(x + 36 + indent, y + 74 + i * 28, between(50, 150), 10, 5, i === between(0, 4) ? warm : pale, see(0.5))
  })
  const bx = x + between(150, 190)
  const by = y + 140
  return (
    box(x, y, 350, 230, 18, mid, see(0.42)) +
    box(x, y, 350, 40, 18, pale, see(0.2)) +
    times(3, (i) => disc(x + 26 + i * 20, y + 20, 6, pale, see(0.8))) +
    rows +
    line(`M${bx - 10} ${by - 62}l-62 62 62 62M${bx + 116} ${by - 62}l62 62-62 62`, pale, 24) +
    line(`M${bx + 76} ${by - 76}l-46 152`, warm, 24)
  )
}

/** Shapes that overlap, under a curve with its handles. */
const shapes: Motif = ({ between, coin }, { pale, warm, mid }) => {
  const x = between(220, 290)
  const tilt = between(-24, 24)
  const end = between(60, 130)
  const handle = (ax: number, ay: number) => box(ax - 8, ay - 8, 16, 16, 3, pale)
  return (
    disc(x, 190, between(96, 118), pale, see(0.9)) +
    box(x + 20, 84, 176, 176, coin() ? 24 : 60, mid, ` opacity=".72" transform="rotate(${tilt} ${x + 108} 172)"`) +
    `<path d="M${x + 190} 108l92 160h-184z" fill="${warm}" opacity=".94" stroke="${warm}" stroke-width="16" stroke-linejoin="round"/>` +
    line(`M60 ${300 - end}C180 ${end - 20} 400 ${380 - end} 580 ${end}`, pale, 5) +
    line(`M60 ${300 - end}L180 ${end - 20}M580 ${end}L440 ${360 - end}`, pale, 2, see(0.7)) +
    handle(60, 300 - end) +
    handle(580, end) +
    disc(180, end - 20, 8, pale) +
    disc(440, 360 - end, 8, pale)
  )
}

/** Two phones leaning on each other. */
const phones: Motif = ({ between, coin }, { pale, warm, mid, from }) => {
  const phone = (x: number, y: number, turn: number, front: boolean) => {
    const tiles = times(4, (i) => {
      const fill = front && i === between(0, 3) ? warm : mid
      return box(x + 18 + (i % 2) * 68, y + 108 + Math.floor(i / 2) * 68, 58, 58, 14, fill, see(front ? 1 : 0.5))
    })
    return (
      `<g transform="rotate(${turn} ${x + 80} ${y + 160})">` +
      box(x, y, 162, 318, 30, front ? pale : mid, see(front ? 1 : 0.55)) +
      box(x + 60, y + 12, 42, 9, 5, from, see(0.55)) +
      box(x + 18, y + 40, 126, 52, 14, front ? from : pale, see(front ? 0.9 : 0.4)) +
      tiles +
      box(x + 18, y + 246, between(70, 126), 14, 7, from, see(0.35)) +
      box(x + 18, y + 270, between(40, 100), 14, 7, from, see(0.2)) +
      '</g>'
    )
  }
  const x = between(196, 250)
  const side = coin() ? 1 : -1
  return phone(x + 100 * side + 40, between(56, 84), 14 * side, false) + phone(x + 40, 38, -7 * side, true)
}

/** A shield with a keyhole inside rings of hexagons. */
const shield: Motif = ({ between }, { pale, warm, mid }) => {
  const x = between(270, 370)
  const hexagon = (r: number) => {
    const dx = Math.round(r * 0.866)
    return `M${x} ${178 - r}l${dx} ${r / 2}v${r}l${-dx} ${r / 2}l${-dx} ${-r / 2}v${-r}z`
  }
  const bits = times(26, (i) => {
    const bx = 34 + (i % 13) * 48
    return between(0, 1)
      ? disc(bx, i < 13 ? 34 : 328, 5, pale, see(0.4))
      : box(bx - 12, i < 13 ? 29 : 323, 24, 10, 5, pale, see(0.22))
  })
  return (
    bits +
    line(hexagon(220), mid, 3, see(0.5)) +
    line(hexagon(184), mid, 3, see(0.7)) +
    line(hexagon(150), mid, 3) +
    `<path d="M${x} 74c30 24 62 32 94 34v66c0 58-38 92-94 116-56-24-94-58-94-116v-66c32-2 64-10 94-34z" fill="${pale}"/>` +
    `<path d="M${x} 74c30 24 62 32 94 34v66c0 58-38 92-94 116z" fill="${mid}" opacity=".34"/>` +
    disc(x, 164, 26, warm) +
    `<path d="M${x - 13} 172h26l10 62h-46z" fill="${warm}"/>`
  )
}

/** Layers of nodes, a few of them lit. */
const network: Motif = ({ between }, { pale, warm, mid }) => {
  const layers = [3, between(4, 5), between(4, 5), between(2, 3)]
  const nodes = layers.map((count, layer) =>
    Array.from({ length: count }, (_, i) => ({
      x: 130 + layer * 127 + between(-12, 12),
      y: Math.round(180 + (i - (count - 1) / 2) * (count > 4 ? 64 : 80)) + between(-7, 7),
    })),
  )
  const edges = nodes.flatMap((layer, l) =>
    layer.flatMap((a) => (nodes[l + 1] ?? []).map((b) => `M${a.x} ${a.y}L${b.x} ${b.y}`)),
  )
  const path = nodes.flatMap((layer) => layer[between(0, layer.length - 1)] ?? [])
  const lit = new Set(path)
  const all = nodes.flat().map((node) => disc(node.x, node.y, lit.has(node) ? 23 : 17, lit.has(node) ? warm : pale))
  return (
    line(edges.join(''), mid, 2.5, see(0.65)) +
    line(`M${path.map((node) => `${node.x} ${node.y}`).join('L')}`, warm, 6) +
    all.join('')
  )
}

/** Bell curves behind a cloud of points. */
const curves: Motif = ({ between }, { pale, warm, mid }) => {
  const hill = (x: number, height: number, half: number, fill: string, opacity: number) =>
    `<path d="M${x - half} 312C${x - half / 2} 312 ${x - half / 3} ${312 - height} ${x} ${312 - height}S${x + half / 2} 312 ${x + half} 312z" fill="${fill}" opacity="${opacity}"/>`
  const peak = between(250, 390)
  const slope = between(30, 60) / 100
  const points = times(22, (i) => {
    const px = 70 + i * 23 + between(-8, 8)
    const py = Math.round(292 - (px - 60) * slope + between(-46, 46))
    return disc(px, py, between(5, 10), i % 6 === 2 ? warm : pale, see(0.92))
  })
  return (
    hill(peak - 120, between(120, 170), 190, mid, 0.5) +
    hill(peak + 110, between(90, 150), 180, pale, 0.28) +
    hill(peak, between(210, 250), 170, mid, 0.75) +
    line('M56 312H584', pale, 4, see(0.7)) +
    points +
    line(`M64 ${Math.round(292 - 4 * slope)}L576 ${Math.round(292 - 516 * slope)}`, warm, 5)
  )
}

/** Bars, a line that climbs, a ring. */
const bars: Motif = ({ between, coin }, { pale, warm, mid }) => {
  const heights = Array.from({ length: 6 }, (_, i) => between(50, 90) + i * between(18, 30))
  const left = coin() ? 84 : 150
  const tops = heights.map((height, i) => ({ x: left + i * 68 + 22, y: 308 - height }))
  const ring = { x: left + 50, y: 96 }
  const part = between(90, 200)
  return (
    times(6, (i) => {
      const height = heights[i] ?? 0
      return box(left + i * 68, 308 - height, 44, height, 12, i === 5 ? pale : mid, see(i === 5 ? 1 : 0.6 + i * 0.06))
    }) +
    line(`M${left - 20} 320H${left + 410}`, pale, 4, see(0.7)) +
    line(`M${tops.map((top) => `${top.x} ${top.y - 30}`).join('L')}`, warm, 7) +
    tops.map((top) => disc(top.x, top.y - 30, 9, warm)).join('') +
    `<circle cx="${ring.x}" cy="${ring.y}" r="44" fill="none" stroke="${pale}" stroke-width="20" opacity=".35"/>` +
    `<circle cx="${ring.x}" cy="${ring.y}" r="44" fill="none" stroke="${pale}" stroke-width="20" stroke-linecap="round" stroke-dasharray="${part} 280"/>`
  )
}

/** Sparks on their orbits. */
const sparks: Motif = ({ between }, { pale, warm, mid }) => {
  const spark = (x: number, y: number, r: number, fill: string) => {
    const q = Math.round(r * 0.16)
    return `<path d="M${x} ${y - r}Q${x + q} ${y - q} ${x + r} ${y}Q${x + q} ${y + q} ${x} ${y + r}Q${x - q} ${y + q} ${x - r} ${y}Q${x - q} ${y - q} ${x} ${y - r}z" fill="${fill}"/>`
  }
  const x = between(280, 360)
  const tilt = between(-28, 28)
  const orbit = (rx: number, ry: number, opacity: number) =>
    `<ellipse cx="${x}" cy="180" rx="${rx}" ry="${ry}" fill="none" stroke="${pale}" stroke-width="3" opacity="${opacity}" transform="rotate(${tilt} ${x} 180)"/>`
  return (
    disc(x, 180, 122, mid, see(0.4)) +
    orbit(272, 96, 0.5) +
    orbit(206, 146, 0.3) +
    spark(x, 180, 118, pale) +
    spark(x + between(120, 160), between(76, 108), 52, warm) +
    spark(x - between(130, 170), between(236, 272), 40, pale) +
    times(5, () => disc(between(60, 580), between(40, 320), between(4, 8), pale, see(0.6)))
  )
}

/** An open book in front of a rising sun. */
const book: Motif = ({ between }, { pale, warm, mid, from }) => {
  const x = between(290, 350)
  const page = (side: number, lift: number, fill: string, opacity: number) =>
    `<path d="M${x} 292C${x + 50 * side} ${262 - lift} ${x + 130 * side} ${256 - lift} ${x + 190 * side} ${272 - lift}v-146C${x + 130 * side} ${110 - lift} ${x + 50 * side} ${118 - lift} ${x} 148z" fill="${fill}" opacity="${opacity}"/>`
  const text = (side: number) =>
    times(4, (i) => {
      const end = between(120, 158)
      const y = 158 + i * 26
      return line(
        `M${x + 34 * side} ${y + 4}Q${x + 90 * side} ${y - 20} ${x + end * side} ${y - 16}`,
        from,
        6,
        see(0.28),
      )
    })
  const rays = times(9, (i) => {
    const angle = Math.PI * (1 + i / 8)
    const at = (r: number) => `${Math.round(x + Math.cos(angle) * r)} ${Math.round(150 + Math.sin(angle) * r)}`
    return `M${at(100)}L${at(between(118, 138))}`
  })
  return (
    disc(x, 150, 78, warm) +
    line(rays, warm, 7) +
    page(-1, -14, mid, 0.75) +
    page(1, -14, mid, 0.75) +
    page(-1, 0, pale, 1) +
    page(1, 0, pale, 0.86) +
    text(-1) +
    text(1)
  )
}

/** In the order of the palettes in artwork-palette.ts. */
export const artworkMotifs: readonly Motif[] = [brackets, shapes, phones, shield, network, curves, bars, sparks, book]

/** Motifs that can be mirrored. */
export const mirrored: ReadonlySet<number> = new Set([1, 4, 7])
