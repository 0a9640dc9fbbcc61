/** For whom courses are ranked. */
export type RankingClient = {
  /** the address that requests come from */
  client: string
  /** the user, or the address of a visitor */
  person: string
  /** aborted when no one waits for the order any more */
  signal?: AbortSignal | undefined
}

/** Courses in the order in which they fit a text, as ids; at most 200 in all. */
export type TextRank = {
  /** those that the text surely asks for */
  sure: readonly string[]
  /** those that only come close */
  closest: readonly string[]
}

/**
 * Returns the published courses that fit a text, the best first; null when the search cannot tell in good time: while it loads,
 * when too many people search, or when this client has searched too often. Never throws.
 */
export type RankText = (text: string, from: RankingClient) => Promise<TextRank | null>
