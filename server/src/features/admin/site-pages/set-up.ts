import { setTimeout as sleep } from 'node:timers/promises'
import { type api, type ReplyOf, type SetUpStep, type SiteSettings, sitePageKinds } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import type { Mail } from '#ports/mail.ts'
import { type FactName, factLabels, factsOf, requiredFacts, sitePagesOf } from '../../site-pages/index.ts'

type SetUpFacts = {
  facts: Readonly<Record<FactName, string>>
  settings: Pick<SiteSettings, 'storeCopy' | 'sellerState'>
  /** paths of the pages that are not published in the site's language */
  unpublished: readonly string[]
  realPayments: boolean
  realMail: boolean
  https: boolean
}
type State = ReplyOf<typeof api.adminPages.setUp>['steps'][number]['state']
/** `lacks` are facts, or paths of pages. */
export type DecidedStep = { step: SetUpStep; state: State; lacks: readonly string[] }

/** Decides what is missing before a site takes real money, and what may stay as it is. */
export function decideSetUp(known: SetUpFacts): DecidedStep[] {
  const { facts, settings, unpublished } = known
  const lacking = (names: readonly FactName[]) => names.filter((name) => facts[name] === '')
  const needs = (step: SetUpStep, lacks: readonly string[]): DecidedStep => ({
    step,
    state: lacks.length === 0 ? 'done' : 'missing',
    lacks,
  })
  const must = (step: SetUpStep, done: boolean): DecidedStep => ({ step, state: done ? 'done' : 'missing', lacks: [] })
  const may = (step: SetUpStep, done: boolean): DecidedStep => ({ step, state: done ? 'done' : 'advice', lacks: [] })
  return [
    needs('operator', lacking(requiredFacts.operator)),
    needs('care', lacking(requiredFacts.care)),
    needs('grievance', lacking(requiredFacts.grievance)),
    needs('pages', unpublished),
    may('refunds', facts.refundDays !== '0'),
    may('tax', facts.gstin !== '' && settings.sellerState !== ''),
    must('payments', known.realPayments),
    must('mail', known.realMail),
    must('address', known.https),
    may('storeCopy', settings.storeCopy === 'live'),
  ]
}

/** Longest wait for the mail server in milliseconds. */
const mailMs = 3000
/** Time for which what was found of it stands, in milliseconds: a login each time that an admin opens the page would be many. */
const foundMs = 60_000
const found = new WeakMap<Mail, { until: number; sends: Promise<boolean> }>()

/** Whether mails leave this site: a mail server is configured, answers and takes the login. */
async function sendsMail({ mail }: Pick<FeatureDeps, 'mail'>): Promise<boolean> {
  if (!mail.check) return false
  let last = found.get(mail)
  if (!last || last.until < performance.now()) {
    const sends = mail.check().then(
      () => true,
      () => false,
    )
    last = { until: performance.now() + foundMs, sends }
    found.set(mail, last)
  }
  return Promise.race([last.sends, sleep(mailMs, false, { ref: false })])
}

/** Returns the steps with what each lacks in the words of the reader. */
export async function readSetUp(
  deps: Pick<FeatureDeps, 'settings' | 'config' | 'payments' | 'mail'>,
  say: Say,
): Promise<ReplyOf<typeof api.adminPages.setUp>> {
  const { config, payments } = deps
  const settings = deps.settings.current()
  const pages = sitePagesOf(deps)
  // the sandbox's script is one of ours
  const realPayments = !payments.checkout.script.startsWith('/')
  const steps = decideSetUp({
    facts: factsOf(settings, config.publicUrl),
    settings,
    unpublished: sitePageKinds.filter((kind) => !pages.published(kind, settings.language)).map((kind) => `/${kind}`),
    realPayments,
    realMail: await sendsMail(deps),
    https: config.publicUrl.startsWith('https:'),
  })
  const named = (lack: string): string => (lack in factLabels ? say(factLabels[lack as FactName]) : lack)
  return { steps: steps.map(({ lacks, ...step }) => ({ ...step, lacks: lacks.map(named) })), live: realPayments }
}
