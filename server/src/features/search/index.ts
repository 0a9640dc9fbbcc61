export {
  compileDictionary,
  foldSound,
  type IndianDictionary,
  romanOf,
  soundKey,
  type Translation,
} from './engine/indian/dictionary.ts'
export { namesOf } from './engine/indian/read-indian.ts'
export { taughtIn } from './engine/words/course-languages.ts'
export { hindiDictionary, useShippedFamilies } from './engine/words/lexicon.ts'
export { scriptOf, soundOf, stem, wordsOf } from './engine/words/words.ts'
export { searchJobs, startSearch } from './jobs.ts'
export { type SearchDeps, searchOf, vectorsMade } from './keep-index.ts'
export { countedQuestion } from './note-unsure.ts'
export { createTextRanking } from './rank-text.ts'
export { registerSearch } from './routes.ts'
export { readMessage, searchCourses } from './search-courses.ts'
export { countUnsure, findUnsure, lockUnsure, setUnsureState, type UnsureRow } from './unsure-queries.ts'
