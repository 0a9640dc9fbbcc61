/** The numbers of the ranking; found on the tuned half of the evaluation set (bench/search). */
export type Tuning = {
  /** of reciprocal rank fusion: the larger, the less the first places stand out */
  rankOffset: number
  lexicalWeight: number
  meaningWeight: number
  /** how much the height of a score counts beside its rank: 0 not at all */
  height: number
  /** a course is shown while its score is at least this part of the best one's */
  tail: number
  /** at most so many courses */
  most: number
  category: number
  levelHint: number
  /** where no level is asked for, most people begin: factors for beginners' and for advanced courses */
  beginner: number
  advanced: number
  cheap: number
  /** acceptance: coverage that needs no likeness of meaning at all */
  sureCoverage: number
  /** what the best course must be nearer than the nearest background phrase, without any coverage */
  margin: number
  /** how much coverage lowers that */
  marginByCoverage: number
  /** likeness below which meaning says nothing */
  leastLikeness: number
}

export const defaultTuning: Tuning = {
  rankOffset: 60,
  lexicalWeight: 1,
  meaningWeight: 0.8,
  height: 0.5,
  tail: 0.4,
  most: 12,
  category: 1.15,
  levelHint: 1.15,
  beginner: 1.03,
  advanced: 0.95,
  cheap: 0.35,
  sureCoverage: 0.8,
  margin: 0.04,
  marginByCoverage: 0.3,
  leastLikeness: 0.3,
}
