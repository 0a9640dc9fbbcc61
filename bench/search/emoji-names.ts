import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'

/**
 * Writes the names of emoji that show a thing, out of the unpacked npm package `cldr-annotations-modern` (Unicode License V3), which the
 * product does not need afterwards. Faces, hands, hearts, people and signs only colour what is said.
 */
const { values } = parseArgs({ options: { from: { type: 'string' } } })
if (!values.from) throw new Error('Please say where the package is: --from FOLDER')

const Annotations = z.object({
  annotations: z.object({ annotations: z.record(z.string(), z.object({ tts: z.array(z.string()).optional() })) }),
})
const says =
  /face|hand|thumb|heart|finger|button|clock|arrow|mark|sign|symbol|\bperson|\bm[ae]n\b|wom[ae]n|people|\bboy|\bgirl|family|skin|zodiac|square|circle|kiss|eye|fire$|sparkle|hundred|fist|palm|gesture|star$|collision|zzz|droplet|dashing|speech|thought|party|confetti|balloon|medal|trophy|crossed|muscle|cat with|monkey|hug|poo|skull|ghost|alien|\bo’|keycap|japanese|flag|copyright|registered|trade|information|pointing|rosette|zzz|biceps|plus|minus|multiply|divide|dizzy|voltage|entry|warning|check|bouquet|wrapped|popping/i
const text = readFileSync(join(values.from, 'annotations/en/annotations.json'), 'utf8')
const { annotations } = Annotations.parse(JSON.parse(text)).annotations
const names = Object.entries(annotations).flatMap(([emoji, { tts = [] }]): [string, string][] => {
  const [name] = tts
  return /^\p{Extended_Pictographic}$/u.test(emoji) && name !== undefined && !says.test(name) ? [[emoji, name]] : []
})
const file = join(import.meta.dirname, '../../server/src/features/search/data/emoji.json')
writeFileSync(file, `${JSON.stringify(Object.fromEntries(names.sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`)
console.log(`${names.length} names`)
