import { createHmac } from 'node:crypto'
import type { IceServer } from '@virtual-courses/contract'
import type { FeatureConfig } from '#core/feature-deps.ts'

/**
 * Lifetime of TURN credentials in milliseconds. A page fetches them once, when its lobby opens, and needs them for each connection
 * that it makes afterwards, also to participants who come late or come back, so they outlast any session. Stolen credentials give
 * a relay for one evening.
 */
const turnCredentialMs = 6 * 3600 * 1000

type Ice = { iceServers: IceServer[]; expiresAt: string | null }

/** Returns the STUN servers, and the TURN servers with a user's credentials as coturn's `use-auth-secret` checks them. */
export function iceServersFor(
  config: Pick<FeatureConfig, 'STUN_URLS' | 'TURN_URLS' | 'TURN_SECRET'>,
  userId: string,
  now: Date,
): Ice {
  const stun = config.STUN_URLS.length > 0 ? [{ urls: config.STUN_URLS }] : []
  if (config.TURN_URLS.length === 0 || !config.TURN_SECRET) return { iceServers: stun, expiresAt: null }
  const expires = Math.floor((now.getTime() + turnCredentialMs) / 1000)
  const username = `${expires}:${userId}`
  const credential = createHmac('sha1', config.TURN_SECRET).update(username).digest('base64')
  return {
    iceServers: [...stun, { urls: config.TURN_URLS, username, credential }],
    expiresAt: new Date(expires * 1000).toISOString(),
  }
}
