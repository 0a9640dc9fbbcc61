/** The session cookie of a demo account. */
export async function signIn(origin: string, email: string): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'virtual-courses' }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  if (!answer.ok || !cookie) throw new Error(`${email} could not log in`)
  return cookie
}
