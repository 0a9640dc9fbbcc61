/**
 * Every number of the search that a person has chosen. All others are fitted by `bench/search/fit.ts`, bound the work of a
 * search (`searchLimits`), or count letters and fields.
 */
export const chosen = {
  /** most courses of an answer that the search is sure of, and of one that it is not */
  mostSure: 12,
  mostClosest: 5,
  /** a course is shown while it is at least this part as likely to fit as the best one */
  tail: 0.03,
  /** and the search is sure of it from this part on */
  clear: 0.2,
  /** and fits as well as the best, so that "cheapest" may sort the two, from this part on */
  fitting: 0.6,
  /** a word that so few courses have is rare: a search that has it is never without an answer */
  rareCourses: 2,
  /** mean cosine of two courses below which they have nothing to do with each other */
  alike: 0.35,
  /** an intent counts while it is at most so far behind the nearest, and each further subject of it this part of the one before */
  nextIntent: 0.06,
  nextSubject: 0.85,
  /** words from these lengths on may have one typo, and two */
  oneTypo: 4,
  twoTypos: 7,
  /** what a typo in the first letter costs beside one elsewhere */
  frontTypo: 0.7,
  /** how much a word that many courses have is preferred to one that none has, in typos */
  common: 0.3,
  /** part of the letters in which a word of another script may differ from the English word that it sounds like */
  unlike: 0.5,
  /** so many consonants are those of one word only, whatever its letters are */
  tellingSound: 4,
}
