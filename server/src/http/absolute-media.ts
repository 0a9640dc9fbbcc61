import { isOurOrigin } from './origin-guard.ts'

/** Fields of answers that hold addresses of media. */
const mediaFields = new Set(['thumbnail', 'videoUrl', 'photoUrl', 'posterUrl'])

/** Whether a call comes from pages of another origin, where a path would name that origin's files. */
export const isForeignCall = (origin: string | undefined, host: string, publicUrl: string): boolean =>
  origin !== undefined && !isOurOrigin(origin, host, [new URL(publicUrl).origin])

/** A copy of an answer whose media addresses begin with the site's address. Addresses of other hosts stay as they are. */
export function absoluteMedia(answer: unknown, publicUrl: string): unknown {
  return JSON.parse(JSON.stringify(answer), (key, value: unknown) =>
    mediaFields.has(key) && typeof value === 'string' && /^\/(?!\/)/.test(value) ? publicUrl + value : value,
  )
}
