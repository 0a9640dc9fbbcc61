import type { User } from '@virtual-courses/contract'

const key = 'userData'

/**
 * The copy of the user that a Google sign-in leaves in this browser (specification, section 4). Our pages never read it: the
 * server knows the current user. Storage may be blocked; then there is no copy.
 */
export const storedUser = {
  write(user: User): void {
    try {
      localStorage.setItem(key, JSON.stringify(user))
    } catch {
      // private windows may forbid storage
    }
  },
  clear(): void {
    try {
      localStorage.removeItem(key)
    } catch {
      // as above
    }
  },
}
