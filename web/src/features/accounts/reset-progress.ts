/** How far someone is in setting a new password. Never the code, never a password. */
export type ResetProgress =
  | { step: 'email'; email: string }
  /** `since`: when the code was sent, in milliseconds */
  | { step: 'code'; email: string; since: number }
  /** `since`: when the code was verified, in milliseconds */
  | { step: 'password'; email: string; since: number }

export type ResetStep = ResetProgress['step']

export const resetSteps: readonly ResetStep[] = ['email', 'code', 'password']

const minutes = 60_000

/** How long a step can be finished (decisions, section 1): a code is valid for 5 minutes, its proof for 10. */
const lifeOf: Record<ResetStep, number> = { email: Number.POSITIVE_INFINITY, code: 5 * minutes, password: 10 * minutes }

/** Milliseconds after which another code may be asked for: mails take a moment. */
export const resendAfter = 30_000

export const startOver = (email = ''): ResetProgress => ({ step: 'email', email })

/** Back to the first step, with the address, when the step can no longer be finished. */
export function stillPossible(progress: ResetProgress, now: number): ResetProgress {
  if (progress.step === 'email') return progress
  const age = now - progress.since
  return age >= 0 && age < lifeOf[progress.step] ? progress : startOver(progress.email)
}

/** Reads what `JSON.stringify` made of a progress; whatever else stands there is the start. */
export function parseProgress(text: string | null, now: number): ResetProgress {
  let found: unknown
  try {
    found = JSON.parse(text ?? 'null')
  } catch {
    return startOver()
  }
  if (typeof found !== 'object' || found === null) return startOver()
  // every field is looked at below
  const { step, email, since } = found as Record<string, unknown>
  if (typeof email !== 'string' || email.length > 254) return startOver()
  if ((step !== 'code' && step !== 'password') || typeof since !== 'number') return startOver(email)
  return stillPossible({ step, email, since }, now)
}
