/** The client of a ranking. */
export type RankingClient = {
  /** client key of the request */
  client: string
  /** id of the user, or client key of a visitor */
  person: string
  /** aborted when the client has left */
  signal?: AbortSignal | undefined
  /** the language that the reader has chosen, which decides between courses that fit alike */
  language?: string | undefined
}

/** Ids of the courses that match a text, the best first; at most 200 in all. */
export type TextRank = {
  /** sure matches */
  sure: readonly string[]
  /** close matches */
  closest: readonly string[]
}

/**
 * Ranks the published courses by a text; null when search cannot reply in time: while it loads, when too many users search, or when
 * this client has searched too often. Does not throw.
 */
export type RankText = (text: string, from: RankingClient) => Promise<TextRank | null>
