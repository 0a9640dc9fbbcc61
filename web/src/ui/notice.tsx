import { Trans } from '@lingui/react/macro'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { type Said, useBack } from './said.tsx'
import type { Slot } from './slot.ts'

const looks = {
  info: { Icon: Info, tint: 'bg-primary-soft text-on-primary-soft' },
  success: { Icon: CircleCheck, tint: 'bg-success-soft text-on-success-soft' },
  warning: { Icon: TriangleAlert, tint: 'bg-accent-soft text-on-accent-soft' },
  danger: { Icon: CircleAlert, tint: 'bg-danger-soft text-on-danger-soft' },
}

export type NoticeProps = { tone?: keyof typeof looks; children: ReactNode; action?: Slot; className?: string }

/** Permanent message within the page. Errors are announced when they appear. */
export function Notice({ tone = 'info', children, action, className }: NoticeProps) {
  const { Icon, tint } = looks[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className={cx('flex items-start gap-3 rounded-md px-4 py-3', tint, className)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </div>
  )
}

/** Shown when the session ended while a form was open: how to continue without losing the input. */
export function SignedOutNotice({ login, className }: { login: string; className?: string | undefined }) {
  const { back, link, place } = useBack()
  return (
    <div role="alert" className={className}>
      <Notice tone={back ? 'success' : 'warning'}>
        {back ? (
          <span ref={place} tabIndex={-1} className="outline-none">
            <Trans>You are logged in again. Everything you entered is still here.</Trans>
          </span>
        ) : (
          <span>
            <Trans>
              You were logged out.{' '}
              <a
                ref={link}
                href={login}
                target="_blank"
                rel="noreferrer"
                className="font-semibold underline underline-offset-4"
              >
                Log in again in a new tab
              </a>
              , then come back and try again: everything you entered is still here.
            </Trans>
          </span>
        )}
      </Notice>
    </div>
  )
}

/** Says in the page what went wrong; nothing without a text. Where the session has ended, it says how to go on. */
export function ErrorNotice({ said, className }: { said: Said | null; className?: string }) {
  if (!said) return null
  if (typeof said !== 'string' && said.login) return <SignedOutNotice login={said.login} className={className} />
  return (
    <Notice tone="danger" {...(className && { className })}>
      {typeof said === 'string' ? said : said.message}
    </Notice>
  )
}
