import { join } from 'node:path'
import { z } from 'zod'
import { readDataFile } from '#core/files/read-data-file.ts'

/** Names of emoji that show a thing, by CLDR (Unicode License V3); `bench/search/emoji-names.ts` writes the file. */
const names = readDataFile(join(import.meta.dirname, '../../data/emoji.json'), z.record(z.string(), z.string()))

/** Puts the names of things in place of their emoji: "🎸" is "guitar". Other emoji, such as faces, say nothing. */
export const readEmoji = (text: string): string =>
  text.replace(/\p{Extended_Pictographic}/gu, (emoji) => (names[emoji] === undefined ? ' ' : ` ${names[emoji]} `))
