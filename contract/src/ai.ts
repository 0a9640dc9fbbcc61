import { z } from 'zod'
import { CourseCard } from './courses.ts'
import { endpoint, stream } from './endpoint.ts'
import { Category, Id, Level, requiredText, text } from './values/fields.ts'
import { sentence } from './values/sentence.ts'

/** Maximum length of a search, and of a message to the assistant, in characters. */
export const maxSearchLength = 300
export const maxChatLength = 1000
const maxChatBytes = 100_000
/** Maximum number of earlier turns that a client may send with a message, and characters of each. */
export const maxChatTurns = 6
export const maxChatTurnLength = 1000

/** Filters that the server has recognised in a search, for display. */
export const SearchFilters = z.object({
  free: z.boolean(),
  /** rupees, inclusive; null without a limit */
  minPrice: z.number().nullable(),
  maxPrice: z.number().nullable(),
  /** length of all videos, inclusive; null without a limit */
  minMinutes: z.number().nullable(),
  maxMinutes: z.number().nullable(),
  level: Level.nullable(),
  category: Category.nullable(),
  /** the search asked for the cheapest: the results are sorted by price */
  cheapestFirst: z.boolean(),
})
export type SearchFilters = z.output<typeof SearchFilters>

/** What a search was read to want, where it is more than one subject. Words as corrected and translated. */
export const SearchChoices = z.object({
  /** courses about these are left out */
  without: z.array(z.string()),
  /** courses of this level are left out */
  notLevel: Level.nullable(),
  /** any of these is wanted, or they are compared; empty for one subject */
  alternatives: z.array(z.string()),
  compared: z.boolean(),
})
export type SearchChoices = z.output<typeof SearchChoices>

export const SearchResult = CourseCard.extend({
  /** "closest" courses are similar to what was searched for; they follow the sure ones */
  match: z.enum(['sure', 'closest']),
  /** why the course was found, as sentences, the most important first */
  reasons: z.array(z.string()),
  filters: SearchFilters,
  /** no course has the stated level, so others are shown */
  levelRelaxed: z.boolean(),
  /** the corrected or translated search, where it differs */
  readAs: z.string().nullable(),
  /** null for a search of one subject, and for one that was searched as written */
  choices: SearchChoices.nullable(),
})
export type SearchResult = z.output<typeof SearchResult>

/** Earlier turns of the conversation, oldest first. The server stores none, so the client sends them for follow-up questions. */
export const ChatTurn = z.object({
  role: z.enum(['user', 'assistant'], sentence('A turn is of the user or of the assistant')),
  text: text(maxChatTurnLength, 'A turn has a text'),
})
export type ChatTurn = z.output<typeof ChatTurn>

export const ai = {
  search: endpoint({
    method: 'POST',
    path: '/api/ai/search',
    access: 'public',
    summary:
      'Published courses that match a description of what to learn, the best first: sure matches, then the closest ones; none for subjects that are not taught',
    body: z.object({
      input: requiredText(maxSearchLength, 'A search'),
      /** true searches for every word: "not" leaves nothing out, "or" offers no choice */
      asWritten: z.boolean(sentence('Whether to search as written is true or false')).optional(),
    }),
    status: 200,
    reply: z.array(SearchResult),
    errors: ['rate_limited', 'unavailable'],
  }),
  similar: endpoint({
    method: 'GET',
    path: '/api/ai/similar/:courseId',
    access: 'public',
    summary: 'Similar published courses, the most similar first; at most 4',
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
      'Ask the assistant. Server-sent events: `data: {"reply": text}` for each piece, `data: {"error": sentence}` for an error; the answer ends with the stream',
    // A message longer than maxChatLength is refused in the stream, with a sentence to show.
    body: z.object({
      message: requiredText(maxChatBytes, 'A message'),
      history: z
        .array(ChatTurn)
        .max(maxChatTurns, sentence('Please send at most {most} turns of the conversation', { most: maxChatTurns }))
        .optional(),
    }),
    errors: [],
    status: 200,
    contentType: 'text/event-stream',
  }),
}
