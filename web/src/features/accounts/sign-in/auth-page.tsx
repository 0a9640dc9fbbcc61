import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Infinity as InfinityIcon, MonitorPlay, Wallet } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { LogoMark } from '#ui/logo.tsx'
import type { Slot } from '#ui/slot.ts'

type Props = {
  title: string
  text: ReactNode
  /** Shown above the title, for example the steps of a sequence. */
  head?: Slot
  /** Receives the focus when another step is shown in place. */
  heading?: Ref<HTMLHeadingElement>
  children: Slot
  /** Link to another of these pages. */
  other: ReactNode
}

const promises = [
  { text: msg`Watch on any screen, at your own pace`, Icon: MonitorPlay },
  { text: msg`Pay once for a course, nothing after that`, Icon: Wallet },
  { text: msg`Keep every course for life`, Icon: InfinityIcon },
]

/** Frame of the pages for login, sign-up and a forgotten password. */
export function AuthPage({ title, text, head, heading, children, other }: Props) {
  const { t } = useLingui()
  return (
    <div className="shell py-8 sm:py-14">
      <div className="mx-auto grid max-w-md overflow-hidden rounded-xl border border-line bg-surface shadow-card lg:max-w-5xl lg:grid-cols-2">
        <div className="p-6 sm:p-10">
          {head}
          <h1 ref={heading} tabIndex={heading ? -1 : undefined} className="text-3xl outline-none">
            {title}
          </h1>
          <p className="mt-1.5 text-muted wrap-anywhere">{text}</p>
          <div className="mt-7">{children}</div>
          {other && <p className="mt-7 text-muted">{other}</p>}
        </div>
        <div className="relative hidden overflow-hidden bg-night p-12 text-on-night lg:flex lg:flex-col lg:justify-center">
          <span aria-hidden="true" className="absolute -top-24 -end-24 size-72 rounded-full bg-accent" />
          <span aria-hidden="true" className="absolute -bottom-32 -start-24 size-80 rounded-full bg-night-raised" />
          <div className="relative">
            <LogoMark className="size-14" />
            <p className="mt-6 font-display text-4xl font-bold tracking-tight text-balance">
              <Trans>Learn a skill you can use tomorrow</Trans>
            </p>
            <ul className="mt-8 grid gap-4">
              {promises.map(({ text: promise, Icon }) => (
                <li key={promise.id} className="flex items-center gap-3 text-lg text-on-night-muted">
                  <Icon aria-hidden="true" className="size-5.5 shrink-0 text-accent" />
                  <span>{t(promise)}</span>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </div>
    </div>
  )
}
