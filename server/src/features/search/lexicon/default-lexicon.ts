import { background } from './background.ts'
import { categoryNames, cheapWords, degrees, freeWords, levelHints, levels, stopWords } from './everyday-words.ts'
import { devanagari, romanHindi } from './hindi-words.ts'
import { intents } from './intents.ts'
import type { Lexicon } from './lexicon.ts'
import { elsewhereWords, goods, teachingWords, weakWords } from './telling-words.ts'
import { relatedBuilding, sameBuilding } from './topics-building.ts'
import { relatedData, sameData } from './topics-data.ts'
import { ownNames, relatedLife, sameLife } from './topics-life.ts'
import { relatedOther, sameOther } from './topics-other.ts'

/** The lexicon that the program comes with; an operator's lines are added to it (`with-operator-lines.ts`). */
export const defaultLexicon: Lexicon = {
  same: [...sameBuilding, ...sameData, ...sameOther, ...sameLife, ...ownNames],
  related: [...relatedBuilding, ...relatedData, ...relatedOther, ...relatedLife],
  stopWords,
  romanHindi,
  devanagari,
  levels,
  levelHints,
  degrees,
  free: freeWords,
  cheap: cheapWords,
  categories: categoryNames,
  background,
  intents,
  weakWords,
  elsewhereWords,
  teachingWords,
  goods,
}
