import { circle, group, path, rect, tag } from '../draw/svg.ts'

export type Hair =
  | 'short'
  | 'side'
  | 'bun'
  | 'long'
  | 'bob'
  | 'curly'
  | 'braid'
  | 'bald'
  | 'crop'
  | 'turban'
  | 'headscarf'

export type Face = {
  skin: string
  hair: Hair
  hairColour: string
  cloth: string
  trim: string
  ground: string
  beard?: 'full' | 'stubble' | 'moustache'
  glasses?: boolean
  bindi?: boolean
  earrings?: boolean
  older?: boolean
}

const darker = (colour: string, by: number): string =>
  `#${[1, 3, 5]
    .map((at) =>
      Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * (1 - by))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string, opacity?: number): string =>
  tag('ellipse', { cx, cy, rx, ry, fill, opacity })

const behind = (face: Face): string => {
  const fill = face.hairColour
  switch (face.hair) {
    case 'long':
      return path('M62 120 C58 50 198 50 194 120 C196 160 206 196 200 226 H56 C50 196 60 160 62 120 Z', { fill })
    case 'braid':
      return path('M66 120 C62 52 194 52 190 120 C190 150 192 160 188 176 H68 C64 160 66 150 66 120 Z', { fill })
    case 'bob':
      return path(
        'M60 120 C56 46 200 46 196 120 C198 150 202 166 194 178 C180 186 76 186 62 178 C54 166 58 150 60 120 Z',
        { fill },
      )
    case 'bun':
      return (
        circle(128, 38, 27, { fill }) +
        path('M70 116 C66 50 190 50 186 116 C186 134 184 142 180 150 H76 C72 142 70 134 70 116 Z', { fill })
      )
    case 'curly':
      return [
        [78, 78, 30],
        [104, 56, 32],
        [138, 50, 32],
        [168, 66, 30],
        [186, 96, 26],
        [70, 108, 26],
        [190, 128, 22],
        [66, 136, 22],
      ]
        .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, { fill }))
        .join('')
    case 'headscarf':
      return path('M54 130 C46 34 210 34 202 130 C204 170 216 200 222 232 H34 C40 200 52 170 54 130 Z', {
        fill: face.trim,
      })
    default:
      return ''
  }
}

const above = (face: Face): string => {
  const fill = face.hairColour
  switch (face.hair) {
    case 'short':
      return path(
        'M74 112 C68 60 104 44 132 46 C168 46 190 68 182 112 C180 100 176 90 168 84 C150 90 112 88 96 80 C84 88 78 98 74 112 Z',
        { fill },
      )
    case 'side':
      return path(
        'M73 116 C64 58 108 38 138 44 C176 46 192 74 183 116 C181 104 178 96 172 90 C146 92 116 84 104 70 C98 84 82 96 73 116 Z',
        { fill },
      )
    case 'crop':
      return path('M76 104 C74 62 104 50 128 50 C152 50 182 62 180 104 C176 86 166 76 128 76 C90 76 80 86 76 104 Z', {
        fill,
      })
    case 'long':
    case 'braid':
      return path('M72 128 C66 64 100 46 128 46 C156 46 190 64 184 128 C182 104 164 88 128 62 C94 88 74 104 72 128 Z', {
        fill,
      })
    case 'bob':
      return path(
        'M70 124 C62 60 104 44 130 46 C164 46 194 64 186 124 C184 106 180 98 174 92 C140 96 108 88 94 76 C86 92 74 104 70 124 Z',
        { fill },
      )
    case 'bun':
      return path('M73 116 C68 64 100 48 128 48 C156 48 188 64 183 116 C180 92 160 78 128 76 C96 78 76 92 73 116 Z', {
        fill,
      })
    case 'curly':
      return [
        [90, 74, 18],
        [114, 66, 20],
        [140, 66, 19],
        [164, 76, 17],
      ]
        .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, { fill }))
        .join('')
    case 'bald':
      return path(
        'M74 118 C72 104 74 96 80 90 C80 104 80 112 78 124 Z M182 118 C184 104 182 96 176 90 C176 104 176 112 178 124 Z',
        { fill },
      )
    case 'turban':
      return (
        path('M62 106 C54 34 106 18 130 20 C170 18 204 44 194 106 C176 80 150 70 128 70 C104 70 80 82 62 106 Z', {
          fill: face.trim,
        }) +
        path('M62 106 C74 66 130 44 176 34 M70 84 C100 54 150 44 188 62 M128 70 C116 60 112 48 112 24', {
          stroke: darker(face.trim, 0.18),
          width: 4,
        }) +
        path('M104 72 L128 52 L152 72 C144 70 112 70 104 72 Z', { fill: darker(face.trim, 0.28) })
      )
    case 'headscarf':
      return path(
        'M66 132 C60 62 98 44 128 44 C158 44 196 62 190 132 C192 172 166 200 128 204 C90 200 64 172 66 132 Z M80 124 C80 164 100 186 128 188 C156 186 176 164 176 124 C176 92 156 76 128 76 C100 76 80 92 80 124 Z',
        { fill: darker(face.trim, 0.1) },
      ).replace('<path', '<path fill-rule="evenodd"')
  }
}

const beard = (face: Face): string => {
  const fill = face.hairColour
  if (face.beard === 'full')
    return (
      path(
        'M76 128 C78 176 102 196 128 196 C154 196 178 176 180 128 C174 146 166 150 154 148 C144 140 112 140 102 148 C90 150 82 146 76 128 Z',
        { fill },
      ) + path('M108 158 C118 152 138 152 148 158 C142 168 114 168 108 158 Z', { fill: darker(face.skin, 0.12) })
    )
  if (face.beard === 'stubble')
    return path(
      'M77 134 C80 174 104 192 128 192 C152 192 176 174 179 134 C172 152 160 152 152 149 C142 144 114 144 104 149 C94 152 84 152 77 134 Z',
      { fill, opacity: 0.28 },
    )
  if (face.beard === 'moustache')
    return path(
      'M100 152 C108 142 122 142 128 147 C134 142 148 142 156 152 C146 156 134 156 128 152 C122 156 110 156 100 152 Z',
      { fill },
    )
  return ''
}

/** A friendly drawn head and shoulders in a box of 256 x 256. */
export const drawFace = (face: Face): string => {
  const shade = darker(face.skin, 0.14)
  const brow = face.hair === 'turban' || face.hair === 'headscarf' || face.hair === 'bald' ? '#2b211d' : face.hairColour
  return group(
    {},
    rect(0, 0, 256, 256, 0, { fill: face.ground }),
    circle(128, 118, 104, { fill: '#ffffff', opacity: 0.22 }),
    behind(face),
    path('M22 262 C26 212 70 200 104 196 H152 C186 200 230 212 234 262 Z', { fill: face.cloth }),
    path('M104 168 H152 V200 C148 218 108 218 104 200 Z', { fill: shade }),
    path('M98 196 C108 226 148 226 158 196 L166 200 C154 240 102 240 90 200 Z', { fill: face.trim }),
    face.hair === 'headscarf' ? '' : circle(74, 128, 13, { fill: shade }) + circle(182, 128, 13, { fill: shade }),
    path('M76 116 C76 74 98 60 128 60 C158 60 180 74 180 116 C180 162 158 190 128 190 C98 190 76 162 76 116 Z', {
      fill: face.skin,
    }),
    ellipse(97, 146, 11, 7, '#e8604c', 0.16),
    ellipse(159, 146, 11, 7, '#e8604c', 0.16),
    beard(face),
    above(face),
    path('M92 108 C98 103 108 103 113 107 M143 107 C148 103 158 103 164 108', { stroke: brow, width: 4.5 }),
    ellipse(104, 122, 5, 5.8, '#231a18'),
    ellipse(152, 122, 5, 5.8, '#231a18'),
    circle(105.8, 120, 1.7, { fill: '#fff' }),
    circle(153.8, 120, 1.7, { fill: '#fff' }),
    path('M128 124 C126 132 124 138 129 140', { stroke: shade, width: 3.6 }),
    face.beard === 'full'
      ? path('M116 159 C122 164 134 164 140 159', { stroke: '#fff', width: 4 })
      : path('M110 157 C118 170 138 170 146 157 C136 160 120 160 110 157 Z', {
          fill: '#fff',
          stroke: darker(face.skin, 0.45),
          width: 2.6,
        }),
    face.glasses
      ? rect(84, 108, 38, 29, 12, { stroke: '#2a2440', width: 4 }) +
          rect(134, 108, 38, 29, 12, { stroke: '#2a2440', width: 4 }) +
          path('M122 119 C126 116 130 116 134 119', { stroke: '#2a2440', width: 4 })
      : '',
    face.bindi ? circle(128, 98, 4, { fill: '#b3241c' }) : '',
    face.earrings ? circle(73, 146, 5, { fill: '#fba81f' }) + circle(183, 146, 5, { fill: '#fba81f' }) : '',
    face.older ? path('M90 136 l-6 4 M166 136 l6 4 M112 86 h32', { stroke: shade, width: 2.4 }) : '',
    face.hair === 'braid'
      ? path(
          'M182 168 C196 184 190 198 198 210 C190 222 198 232 192 252 L176 252 C182 234 174 222 180 210 C172 198 176 184 166 176 Z',
          { fill: face.hairColour },
        ) + path('M178 196 h18 M176 216 h20 M178 234 h16', { stroke: '#00000033', width: 3 })
      : '',
  )
}
