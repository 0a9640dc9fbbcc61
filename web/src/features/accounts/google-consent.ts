/** Where the provider sends the browser back to. */
export const redirectUri = (origin: string): string => `${origin}/auth/callback`

type Consent = { authorizationUrl: string; clientId: string; origin: string; state: string }

/** The address that asks for consent (specification, section 7). What the provider's own address carries stays in it. */
export function consentAddress({ authorizationUrl, clientId, origin, state }: Consent): string {
  const url = new URL(authorizationUrl)
  const asked = {
    client_id: clientId,
    redirect_uri: redirectUri(origin),
    response_type: 'code',
    scope: 'openid email profile',
    access_type: 'offline',
    prompt: 'consent',
    state,
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  return url.href
}
