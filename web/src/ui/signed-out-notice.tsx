import { Notice } from './notice.tsx'

/** Shown when the session ended while a form was open: how to continue without losing the input. */
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
