import { lengthOf } from '../../draw/code.ts'
import { easeInOut, lerp, ramp } from '../../draw/motion.ts'
import { arrow, cursor, editor, pane, pill } from '../../draw/parts.ts'
import { popAt, recapScene, slide, titleScene } from '../../draw/slides.ts'
import { circle, fade, group, line, path, rect, text } from '../../draw/svg.ts'
import { hue, ink, paper, saffron } from '../../draw/theme.ts'
import type { Film } from '../film.ts'

const source = [
  'function LikeButton() {',
  '  const [likes, setLikes] = useState(0)',
  '  return (',
  '    <button onClick={() => setLikes(likes + 1)}>',
  '      Like {likes}',
  '    </button>',
  '  )',
  '}',
]

const heart = (x: number, y: number, scale: number, fill: string): string =>
  group(
    { x, y, scale },
    path('M0 12 C-14 -6 -34 0 -30 18 C-27 32 -10 40 0 50 C10 40 27 32 30 18 C34 0 14 -6 0 12 Z', { fill }),
  )

const likeButton = (x: number, y: number, likes: number, press: number): string =>
  group(
    { x, y, scale: 1 - press * 0.06 },
    rect(-130, -44, 260, 88, 44, { fill: ink.violet, filter: 'url(#near)' }),
    heart(-62, -24, 0.9, '#fff'),
    text(-18, 13, `Like ${likes}`, { size: 36, weight: 680, fill: '#fff' }),
  )

const nodes: readonly { name: string; x: number; y: number; from?: number }[] = [
  { name: 'App', x: 640, y: 210 },
  { name: 'Header', x: 330, y: 370, from: 0 },
  { name: 'Article', x: 640, y: 370, from: 0 },
  { name: 'Footer', x: 950, y: 370, from: 0 },
  { name: 'Text', x: 510, y: 540, from: 2 },
  { name: 'LikeButton', x: 770, y: 540, from: 2 },
]

export const reactState: Film = {
  name: 'web-react-state',
  container: 'mp4',
  voice: 'slt',
  tune: 1,
  scenes: [
    titleScene({
      category: 'Web Development',
      title: 'State: what a page remembers',
      say: ['State is what a component remembers between two pictures of itself.'],
      picture: (at) => {
        const turn = at.t * 14
        return (
          [0, 60, 120]
            .map((angle) =>
              group(
                { x: 260, y: 260, turn: angle + turn },
                `<ellipse rx="230" ry="88" fill="none" stroke="#8d86f5" stroke-width="7"/>`,
              ),
            )
            .join('') +
          circle(260, 260, 44, { fill: saffron.base }) +
          [0, 1, 2]
            .map((index) => {
              const a = at.t * 1.6 + index * 2.1
              const tilt = ((index * 60 + turn) * Math.PI) / 180
              const [ex, ey] = [Math.cos(a) * 230, Math.sin(a) * 88]
              return circle(
                260 + ex * Math.cos(tilt) - ey * Math.sin(tilt),
                260 + ex * Math.sin(tilt) + ey * Math.cos(tilt),
                15,
                { fill: '#fff' },
              )
            })
            .join('')
        )
      },
    }),
    {
      say: [
        'Here, use state starts a counter at zero.',
        'Each click asks for a new number, and the button is drawn again.',
      ],
      tail: 1.6,
      draw: (at) => {
        const typed = ramp(at.t, 0.3, 4.2) * (lengthOf(source) + 1)
        const first = Math.max(at.cue(1) + 0.6, 4.9)
        const clicks = [first, first + 1.0, first + 2.0]
        const likes = clicks.filter((when) => at.t > when).length
        const press = Math.max(...clicks.map((when) => 1 - Math.min(1, Math.abs(at.t - when) / 0.16)))
        const p = easeInOut(ramp(at.t, first - 1, 0.8))
        return slide(
          at,
          { heading: 'A button that counts', step: 1, of: 2 },
          editor(64, 140, 800, 500, source, {
            name: 'like-button.jsx',
            size: 24,
            gap: 48,
            typed,
            inside:
              likes > 0
                ? rect(20, 118, 760, 46, 8, { fill: fade(saffron.base, 0.16 + 0.22 * Math.max(0, press)) })
                : '',
          }) +
            pane(896, 140, 320, 500, {
              name: 'Preview',
              inside: group({ opacity: ramp(at.t, 3.6, 0.5) }, likeButton(160, 270, likes, Math.max(0, press))),
            }) +
            cursor(lerp(1180, 1090, p), lerp(600, 425, p), 1.5),
        )
      },
    },
    {
      say: [
        'React does not repaint the whole page.',
        'It starts where the state changed, and updates only what is different.',
      ],
      tail: 1.4,
      draw: (at) => {
        const hot = at.after(1, 0.3, 0.5)
        const calm = at.after(1, 2.6, 0.7)
        return slide(
          at,
          { heading: 'Only the changed part', step: 2, of: 2 },
          nodes
            .map((node) => {
              const parent = node.from === undefined ? undefined : nodes[node.from]
              return parent
                ? line(parent.x, parent.y + 30, node.x, node.y - 30, {
                    stroke: '#cfcbe6',
                    width: 4,
                    opacity: at.after(0, 0.4, 0.6),
                  })
                : ''
            })
            .join('') +
            nodes
              .map((node, index) => {
                const lit = index === 5 ? hot : 0
                const width = 60 + node.name.length * 17
                return popAt(
                  ramp(at.t, 0.25 + index * 0.14, 0.5),
                  node.x,
                  node.y,
                  lit
                    ? rect(node.x - width / 2 - 12 * hot, node.y - 46 - 8 * hot, width + 24 * hot, 76 + 32 * hot, 30, {
                        fill: fade(saffron.base, 0.3 * hot * (1 - calm * 0.4)),
                      })
                    : '',
                  rect(node.x - width / 2, node.y - 38, width, 76, 20, {
                    fill: lit > 0.3 ? saffron.base : '#fff',
                    stroke: lit > 0.3 ? saffron.deep : '#cfcbe6',
                    width: 3,
                  }),
                  text(node.x, node.y + 10, node.name, {
                    size: 28,
                    weight: 640,
                    anchor: 'middle',
                    fill: lit > 0.3 ? '#2b1a00' : paper.text,
                  }),
                )
              })
              .join('') +
            arrow(1010, 540, 890, 540, hue.rose, 5, hot) +
            group({ opacity: hot }, pill(1020, 540, 'state changed', { fill: '#ffe3ea', ink: '#b0234e' })),
        )
      },
    },
    recapScene({
      say: ['State in. Picture out. And only the difference is drawn.'],
      points: ['State is a component’s memory', 'A new state draws it again', 'React updates only the difference'],
    }),
  ],
}
