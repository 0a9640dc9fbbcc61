import { background } from './background.ts'
import { categoryNames, cheapWords, freeWords, levelHints, levels, stopWords } from './everyday-words.ts'
import { devanagari, romanHindi } from './hindi-words.ts'
import { intents } from './intents.ts'
import type { Lexicon } from './lexicon.ts'
import { elsewhereWords, teachingWords, weakWords } from './telling-words.ts'
import { relatedBuilding, sameBuilding } from './topics-building.ts'
import { relatedData, sameData } from './topics-data.ts'
import { relatedOther, sameOther } from './topics-other.ts'

/** The lexicon that the program comes with; an operator's own takes its place. */
export const defaultLexicon: Lexicon = {
  same: [...sameBuilding, ...sameData, ...sameOther],
  related: [...relatedBuilding, ...relatedData, ...relatedOther],
  stopWords,
  romanHindi,
  devanagari,
  levels,
  levelHints,
  free: freeWords,
  cheap: cheapWords,
  categories: categoryNames,
  background,
  intents,
  weakWords,
  elsewhereWords,
  teachingWords,
}
