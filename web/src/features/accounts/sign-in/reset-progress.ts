/** Progress of a password reset. Contains neither the code nor a password. */
export type ResetProgress =
  | { step: 'email'; email: string }
  /** `since`: when the code was sent, in milliseconds */
  | { step: 'code'; email: string; since: number }
  /** `since`: when the code was verified, in milliseconds */
  | { step: 'password'; email: string; since: number }

export type ResetStep = ResetProgress['step']

export const resetSteps: readonly ResetStep[] = ['email', 'code', 'password']

const minutes = 60_000

/** Time in which a step can be finished (decisions, section 1), in milliseconds: a code is valid for 5 minutes, its verification for 10. */
const lifetimeOf: Record<ResetStep, number> = {
  email: Number.POSITIVE_INFINITY,
  code: 5 * minutes,
  password: 10 * minutes,
}

/** Delay before another code can be requested, in milliseconds: mails take a moment. */
export const resendAfter = 30_000

export const startOver = (email = ''): ResetProgress => ({ step: 'email', email })

/** Returns the progress; the first step, with the address, when the step has expired. */
export function unlessExpired(progress: ResetProgress, now: number): ResetProgress {
  if (progress.step === 'email') return progress
  const age = now - progress.since
  return age >= 0 && age < lifetimeOf[progress.step] ? progress : startOver(progress.email)
}

/** Parses a stored progress. Anything else becomes the first step. */
export function parseProgress(text: string | null, now: number): ResetProgress {
  let found: unknown
  try {
    found = JSON.parse(text ?? 'null')
  } catch {
    return startOver()
  }
  if (typeof found !== 'object' || found === null) return startOver()
  // every field is checked below
  const { step, email, since } = found as Record<string, unknown>
  if (typeof email !== 'string' || email.length > 254) return startOver()
  if ((step !== 'code' && step !== 'password') || typeof since !== 'number') return startOver(email)
  return unlessExpired({ step, email, since }, now)
}

const key = 'password_reset'

/** Keeps the step of this tab over a reload. Where storage is blocked, a reload starts over. */
export const storedProgress = {
  read(): ResetProgress {
    try {
      return parseProgress(sessionStorage.getItem(key), Date.now())
    } catch {
      // private windows may forbid storage
      return parseProgress(null, Date.now())
    }
  },
  write(progress: ResetProgress): void {
    try {
      sessionStorage.setItem(key, JSON.stringify(progress))
    } catch {
      // as above
    }
  },
  clear(): void {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // as above
    }
  },
}
