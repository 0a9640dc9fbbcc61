/** The numbers that rank and refuse; found on the tuned half of the evaluation set (bench/search). */
export type Tuning = {
  /** of reciprocal rank fusion: the larger, the less the first places stand out */
  rankOffset: number
  lexicalWeight: number
  meaningWeight: number
  /** what is added to it when the courses have none of the words */
  meaningWithoutWords: number
  /** how much the height of a score counts beside its rank: 0 not at all */
  height: number
  /** a course is shown while its score is at least this part of the best one's */
  tail: number
  /** at most so many courses */
  most: number
  category: number
  levelHint: number
  /** a course of the stated level that has none of the words counts as fitting from this part of the best score on */
  levelNear: number
  cheap: number
  /** acceptance: coverage that needs no likeness of meaning at all */
  sureCoverage: number
  /** coverage of a search that is the name of a course, whatever its words mean elsewhere */
  nameCoverage: number
  /** coverage that a search needs where there is no model of meanings */
  coverageWithoutMeaning: number
  /** and one that no course is like */
  coverageOfUnlike: number
  /** likeness to a phrase about other things that leaves no doubt, where no course is nearly as near */
  surelyOff: number
  farOff: number
  /** a search of so many things is short, and lives of what it names */
  fewConcepts: number
  /** coverage that makes up for a name that no course has */
  enoughElse: number
  /** what is left of coverage in a search that has words of shops and news */
  elsewhere: number
  /** a limit so many times the dearest price is not about courses */
  beyondPrices: number
  /** what the best course must be nearer than the nearest background phrase, without any coverage */
  margin: number
  /** how much coverage lowers that */
  marginByCoverage: number
  /** coverage that is enough for a search that names nothing but things that people learn */
  topicCoverage: number
  /** how far the nearest course may be behind the nearest background phrase until meaning counts least */
  distrust: number
  leastTrust: number
  /** likeness from which on a course is about a background phrase, which then is none */
  taught: number
  /** coverage from which on a course is about the subject of a wish */
  subjectCoverage: number
  /** how far a further wish may be behind the nearest */
  nextWish: number
  /** worth of each further subject of a wish beside the one before */
  nextSubject: number
  /** weight of what wishes lead to, for a search of whose words the courses have none */
  wishWeight: number
  /** likeness from which on a search is a wish */
  leastWish: number
  /** how much more it takes until it is surely one */
  sureWish: number
  /** how much nearer a wish must be than what is off the subject */
  wishMargin: number
  wishMarginElsewhere: number
  /** how much the words that the courses have take from what wishes lead to */
  wordsBeforeWishes: number
  /** how much nearer than other things a wish counts that nobody teaches here */
  untaught: number
  /** coverage of what only helps with the subject of a wish */
  helpCoverage: number
  /** likeness of two courses below which they have nothing to do with each other */
  leastAlike: number
  /** likeness that shows a course that has none of the words */
  nearAlone: number
  /** likeness below which meaning says nothing */
  leastLikeness: number
}

export const defaultTuning: Tuning = {
  rankOffset: 60,
  lexicalWeight: 1,
  meaningWeight: 0.4,
  meaningWithoutWords: 0.5,
  height: 0.5,
  tail: 0.4,
  most: 12,
  category: 1.05,
  levelHint: 1.15,
  levelNear: 0.72,
  cheap: 0.35,
  sureCoverage: 0.8,
  nameCoverage: 0.95,
  coverageWithoutMeaning: 0.5,
  coverageOfUnlike: 0.4,
  surelyOff: 0.85,
  farOff: 0.25,
  fewConcepts: 3,
  enoughElse: 0.5,
  elsewhere: 0,
  beyondPrices: 3,
  margin: 0.02,
  marginByCoverage: 0.35,
  topicCoverage: 0.25,
  distrust: 0.3,
  leastTrust: 0.2,
  taught: 0.6,
  subjectCoverage: 0.65,
  nextWish: 0.06,
  nextSubject: 0.85,
  wishWeight: 1.2,
  leastWish: 0.5,
  sureWish: 0.2,
  wishMargin: 0.02,
  wishMarginElsewhere: 0.12,
  wordsBeforeWishes: 0.6,
  untaught: 0.05,
  helpCoverage: 0.4,
  leastAlike: 0.35,
  nearAlone: 0.42,
  leastLikeness: 0.3,
}
