import { oneLine } from './packing/clean-text.ts'
import { packCues } from './packing/pack-cues.ts'
import { packText } from './packing/pack-text.ts'
import type { PackedPassage } from './packing/passage.ts'
import { readCues } from './packing/read-cues.ts'
import type { SourceText } from './source-queries.ts'

/** Share of letters of one script that tells the language of a text. */
const scriptShare = 0.3

/** The language of a text by its letters, where nothing else says it. */
export function languageOf(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const hindi = text.match(/\p{Script=Devanagari}/gu)?.length ?? 0
  return letters > 0 && hindi / letters > scriptShare ? 'hi' : 'en'
}

/** Packs what a source says into passages; attachments are read before. */
export function packSource(
  source: Exclude<SourceText, { kind: 'attachment' }> | { kind: 'attachment'; text: string },
): { language: string; passages: PackedPassage[] } {
  switch (source.kind) {
    case 'captions': {
      const bounds = source.chapters.map(({ start }) => start)
      return { language: source.language, passages: packCues(readCues(source.vtt), bounds) }
    }
    case 'chapters': {
      const { chapters, seconds } = source
      const passages = chapters.map(({ start, title }, at): PackedPassage => {
        const end = chapters[at + 1]?.start ?? Math.max(start, seconds ?? start)
        return { start, end, text: oneLine(title), marks: [[0, start]] }
      })
      return { language: languageOf(passages.map(({ text }) => text).join(' ')), passages }
    }
    default:
      return { language: languageOf(source.text.slice(0, 4000)), passages: packText(source.text) }
  }
}
