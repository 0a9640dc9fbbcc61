import { useLingui } from '@lingui/react/macro'
import { createContext, type RefCallback, useContext, useLayoutEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'

/** What is said about a failure: a text of ours, or a message with the address of the login, where the session has ended. */
export type Said = string | { message: string; login?: string | undefined }

/** Whether someone is signed in. */
export const SignedIn = createContext(false)

/**
 * Whether someone has signed in since a link to the login came up. What stands in its place then takes the focus that the link had: its
 * reader comes back from another tab.
 */
export function useBack() {
  const signedIn = useContext(SignedIn)
  const [wasOut, setWasOut] = useState(!signedIn)
  if (!signedIn && !wasOut) setWasOut(true)
  const back = signedIn && wasOut
  const had = useRef(false)
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (back && had.current) place.current?.focus()
    had.current = false
  }, [back])
  const link: RefCallback<HTMLAnchorElement> = (element) => () => {
    had.current = element === document.activeElement
  }
  return { back, link, place }
}

/** The way on where the session has ended: what was typed here stays. */
export function LoginLink({ login, className }: { login: string; className?: string }) {
  const { t } = useLingui()
  const { back, link, place } = useBack()
  if (back)
    return (
      <span ref={place} tabIndex={-1} className={cx('py-1 outline-none', className)}>
        {t`You are logged in again.`}
      </span>
    )
  return (
    <a
      ref={link}
      href={login}
      target="_blank"
      rel="noreferrer"
      className={cx('py-1 underline underline-offset-4', className)}
    >
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
