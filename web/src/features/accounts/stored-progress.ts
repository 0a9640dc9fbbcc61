import { parseProgress, type ResetProgress } from './reset-progress.ts'

const key = 'password_reset'

/** The step of this tab, so that a reload does not lose it. Without storage a reload begins again, nothing else. */
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
