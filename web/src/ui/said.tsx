import { useLingui } from '@lingui/react/macro'
import { cx } from './cx.ts'

/** What is said about a failure: a text of ours, or a message with the address of the login, where the session has ended. */
export type Said = string | { message: string; login?: string | undefined }

/** The way on where the session has ended: what was typed here stays. */
export function LoginLink({ login, className }: { login: string; className?: string }) {
  const { t } = useLingui()
  return (
    <a href={login} target="_blank" rel="noreferrer" className={cx('py-1 underline underline-offset-4', className)}>
      {t`Log in again in a new tab`}
    </a>
  )
}

/** The message, and below it the way to the login where the session has ended. */
export function SaidText({ said }: { said: Said }) {
  if (typeof said === 'string') return <span>{said}</span>
  return (
    <>
      <span>{said.message}</span>
      {said.login && <LoginLink login={said.login} className="block w-fit" />}
    </>
  )
}
