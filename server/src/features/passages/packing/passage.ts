/** A piece of what a lecture says, as the database keeps it. */
export type PackedPassage = {
  /** seconds of the video; null where there are none */
  start: number | null
  end: number | null
  text: string
  /** of sentences within it: where each begins in the text, and its second */
  marks: [offset: number, second: number][]
}

/** Maximum length of a passage in characters, and number of passages of one source. What is behind that is not searched. */
export const longestPassage = 1200
export const mostOfSource = 600
