import { z } from 'zod'
import { CourseCard } from './courses.ts'
import { endpoint, stream } from './endpoint.ts'
import { Id, requiredText, text } from './fields.ts'

/** Longest search, and longest message to the assistant, in characters. */
export const maxSearchLength = 300
export const maxChatLength = 1000
const maxChatBytes = 100_000
/** Turns of the conversation before a message, and characters of each, that a client may send with it. */
export const maxChatTurns = 6
export const maxChatTurnLength = 1000

/** What the server has understood of a search, for people to see. */
export const SearchFilters = z.object({
  free: z.boolean(),
  /** rupees, included; null without a limit */
  minPrice: z.number().nullable(),
  maxPrice: z.number().nullable(),
  level: z.string().nullable(),
  category: z.string().nullable(),
  /** the search asked for the cheapest: the results are sorted by price */
  cheapestFirst: z.boolean(),
})
export type SearchFilters = z.output<typeof SearchFilters>

export const SearchResult = CourseCard.extend({
  /** "closest": not surely what was asked for, but near it; these come after the ones that the search is sure of */
  match: z.enum(['sure', 'closest']),
  /** why the course was found, as sentences for people, the most telling first */
  reasons: z.array(z.string()),
  filters: SearchFilters,
  /** nothing fitted the level that was asked for, so others are shown */
  levelRelaxed: z.boolean(),
  /** the search as it was read where that differs: spelling corrected, translated */
  readAs: z.string().nullable(),
})
export type SearchResult = z.output<typeof SearchResult>

/** What was said before a message, oldest first. The server keeps nothing, so the client sends it for follow-up questions. */
export const ChatTurn = z.object({
  role: z.enum(['user', 'assistant'], 'A turn is of the user or of the assistant'),
  text: text(maxChatTurnLength, 'A turn has a text'),
})
export type ChatTurn = z.output<typeof ChatTurn>

export const ai = {
  search: endpoint({
    method: 'POST',
    path: '/api/ai/search',
    access: 'public',
    summary:
      'Published courses that fit what someone wants to learn, in their own words, the best first: those that the search is sure of, then the closest; none for what we do not teach',
    body: z.object({ input: requiredText(maxSearchLength, 'A search') }),
    status: 200,
    reply: z.array(SearchResult),
    errors: ['rate_limited', 'unavailable'],
  }),
  similar: endpoint({
    method: 'GET',
    path: '/api/ai/similar/:courseId',
    access: 'public',
    summary: 'Published courses like this one, the most alike first; at most 4',
    params: z.object({ courseId: Id }),
    status: 200,
    reply: z.object({ courses: z.array(CourseCard) }),
    errors: ['not_found', 'rate_limited', 'unavailable'],
  }),
  chat: stream({
    method: 'POST',
    path: '/api/ai/chat',
    maxBodyBytes: 3 * maxChatBytes + maxChatTurns * (3 * maxChatTurnLength + 100) + 1024,
    access: 'public',
    summary:
      'Ask the assistant. Server-sent events: `data: {"reply": text}` for each piece, `data: {"error": sentence}` for what went wrong; the end of the stream is the end of the answer',
    // Longer than maxChatLength is refused in the stream, for people to read.
    body: z.object({
      message: requiredText(maxChatBytes, 'A message'),
      history: z
        .array(ChatTurn)
        .max(maxChatTurns, `Please send at most ${maxChatTurns} turns of the conversation`)
        .optional(),
    }),
    errors: [],
    status: 200,
    contentType: 'text/event-stream',
  }),
}
