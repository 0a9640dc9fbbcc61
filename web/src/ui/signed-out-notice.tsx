import { Notice } from './notice.tsx'

/** The session ended while a form was open: the way to go on without losing what stands in it. */
export function SignedOutNotice({ login }: { login: string }) {
  return (
    <Notice tone="warning">
      You were logged out.{' '}
      <a href={login} target="_blank" rel="noreferrer" className="font-semibold underline underline-offset-4">
        Log in again in a new tab
      </a>
      , then come back and try again: everything you entered is still here.
    </Notice>
  )
}
