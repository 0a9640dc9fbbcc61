import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { api, ReplyOf, SetUpStep } from '@virtual-courses/contract'
import { ArrowRight, CircleAlert, CircleCheck, Info } from 'lucide-react'
import { Link } from 'react-router'
import { useFormats } from '#lib/text/format.ts'
import { adminPaths } from '#lib/work-paths.ts'
import { Card } from '#ui/layout/card.tsx'
import { Progress } from '#ui/progress.tsx'

type Step = { title: MessageDescriptor; text: MessageDescriptor /** null: set in the environment */; to: string | null }

const steps: Record<SetUpStep, Step> = {
  operator: {
    title: msg`Who runs this site`,
    text: msg`Buyers must see the legal name, the address and the country of origin.`,
    to: adminPaths.pages,
  },
  care: {
    title: msg`Customer care`,
    text: msg`Buyers must see an email address and a telephone number.`,
    to: adminPaths.pages,
  },
  grievance: {
    title: msg`Grievance officer`,
    text: msg`Name a person who confirms complaints within 48 hours and settles them within a month.`,
    to: adminPaths.pages,
  },
  pages: {
    title: msg`Terms, privacy, refunds and the other pages`,
    text: msg`Have the default texts checked by someone who knows the law, then publish them.`,
    to: adminPaths.pages,
  },
  refunds: {
    title: msg`Refunds by students`,
    text: msg`Students cannot refund a purchase themselves: every case comes to you.`,
    to: adminPaths.settings,
  },
  tax: {
    title: msg`GST`,
    text: msg`Without a GSTIN and its state, buyers get receipts without tax. Ask a tax adviser whether you must register.`,
    to: adminPaths.settings,
  },
  payments: {
    title: msg`A payment company`,
    text: msg`The sandbox takes no real money. Set the keys of your payment company in the environment.`,
    to: null,
  },
  mail: {
    title: msg`Mails are sent`,
    text: msg`No mail leaves this site. Set SMTP_URL in the environment to a mail server that can be reached from here and takes the login.`,
    to: null,
  },
  address: {
    title: msg`An address with https`,
    text: msg`Set PUBLIC_URL in the environment to the address that people use.`,
    to: null,
  },
  storeCopy: {
    title: msg`Texts of the course page`,
    text: msg`Pages of courses may show a number of reviews and a struck price that are not the course’s own. Show true numbers before you sell.`,
    to: adminPaths.settings,
  },
}

const looks = {
  done: { Icon: CircleCheck, tone: 'text-success' },
  missing: { Icon: CircleAlert, tone: 'text-danger' },
  advice: { Icon: Info, tone: 'text-muted' },
} as const

/** What is missing before the site takes real money, each with the page where it is done. Nothing when all is done. */
export function SetUpList({ setUp }: { setUp: ReplyOf<typeof api.adminPages.setUp> }) {
  const { t } = useLingui()
  const { formatList } = useFormats()
  const open = setUp.steps.filter(({ state }) => state !== 'done')
  const needed = open.filter(({ state }) => state === 'missing')
  if (open.length === 0) return null
  const done = setUp.steps.length - open.length
  const stateNames = { done: t`Done`, missing: t`Missing`, advice: t`Advice` }
  return (
    <Card as="section" aria-labelledby="set-up">
      <h2 id="set-up" className="font-sans text-lg font-semibold tracking-normal">
        {needed.length > 0 ? <Trans>Before you take real money</Trans> : <Trans>Worth a look</Trans>}
      </h2>
      {needed.length > 0 && setUp.live && (
        <p className="mt-1 text-sm text-danger">
          <Trans>This site takes real money already.</Trans>
        </p>
      )}
      <Progress
        value={(100 * done) / setUp.steps.length}
        valueText={t`${{ done }} of ${{ all: setUp.steps.length }}`}
        label={t`Steps that are done`}
        className="mt-3 max-w-md"
      />
      <ul className="mt-3 divide-y divide-line">
        {open.map(({ step, state, lacks }) => {
          const { title, text, to } = steps[step]
          const { Icon, tone } = looks[state]
          return (
            <li key={step} className="flex items-start gap-3 py-3">
              <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${tone}`} />
              <div className="min-w-0 flex-1">
                <p className="font-semibold">
                  <span className="sr-only">{`${stateNames[state]}: `}</span>
                  {to === null ? (
                    <span>{t(title)}</span>
                  ) : (
                    <Link to={to} className="text-link underline-offset-4 hover:underline">
                      <span>{t(title)}</span>
                      <ArrowRight aria-hidden="true" className="ms-1 inline size-4 rtl:-scale-x-100" />
                    </Link>
                  )}
                </p>
                <p className="text-sm text-muted">{t(text)}</p>
                {lacks.length > 0 && (
                  <p className="mt-0.5 text-sm wrap-anywhere">{t`Missing: ${{ what: formatList(lacks) }}`}</p>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
