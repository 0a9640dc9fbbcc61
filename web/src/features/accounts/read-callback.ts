import type { PendingSignIn } from './pending-sign-in.ts'

export type Callback =
  | { kind: 'exchange'; code: string; state: string }
  /** `message`: the specified sentence */
  | { kind: 'failed'; message: string }

/**
 * What the provider's return means (specification, section 2). A code counts only with the state that this tab sent along:
 * otherwise someone else's link could sign the visitor in to an account that is not his.
 */
export function readCallback(query: URLSearchParams, pending: PendingSignIn | null): Callback {
  if (query.get('error')) return { kind: 'failed', message: 'Google authentication was cancelled' }
  const code = query.get('code')
  if (!code) return { kind: 'failed', message: 'No authorization code received' }
  if (!pending || query.get('state') !== pending.state) return { kind: 'failed', message: 'Authentication failed' }
  return { kind: 'exchange', code, state: pending.state }
}
