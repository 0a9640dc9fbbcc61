import { msg } from '@lingui/core/runtime-macro'
import { isolate, type SiteSettings, stateProblem } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { isOffered } from '#core/languages/language.ts'
import { requireVersion } from '#core/read-version.ts'
import { type SettingChanges, type SettingName, settingsVersion, storeSettings } from '#core/settings.ts'
import { transact } from '#core/transact.ts'
import { keepChangedPages } from '../site-pages/index.ts'
import { writeAudit } from './audit-queries.ts'

/** Limits of a lexicon: length of a line in UTF-16 units, and number of lines. */
const maxLineLength = 500
const maxLines = 1000

const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)
const phrasesOf = (text: string): string[] => text.split(',').map((one) => one.trim())

function isLine(line: string): boolean {
  if (line.length > maxLineLength) return false
  const signs = line.match(/[=>]/g) ?? []
  if (signs.length !== 1) return false
  const [left = '', right = ''] = line.split(/[=>]/)
  // Left of "=" is the usual name: exactly one.
  const heads = signs[0] === '=' ? [left.trim()] : phrasesOf(left)
  return [...heads, ...phrasesOf(right)].every(hasWord) && !(signs[0] === '=' && left.includes(','))
}

/**
 * Returns the number of the first line that search cannot parse, or null. A line is `usual name = other names` for synonyms,
 * `names > what helps` for related words, or a comment that begins with #.
 */
function findInvalidLine(text: string): number | null {
  const lines = text.split(/\r?\n/)
  if (lines.length > maxLines) return maxLines + 1
  const wrong = lines.findIndex((raw) => {
    const line = raw.trim()
    return line !== '' && !line.startsWith('#') && !isLine(line)
  })
  return wrong === -1 ? null : wrong + 1
}

const labels: Record<SettingName, string> = {
  siteName: 'site name',
  supportAddress: 'support address',
  supportPhone: 'telephone of the support',
  sellerRegistration: 'registration of the seller',
  grievanceName: 'grievance officer',
  grievanceDesignation: 'designation of the grievance officer',
  grievanceEmail: 'email of the grievance officer',
  grievancePhone: 'telephone of the grievance officer',
  originCountry: 'country of origin',
  courtPlace: 'city of the courts',
  storeCopy: 'store copy',
  language: 'language of visitors',
  publicPages: 'public pages',
  secondStepFor: 'second step demanded',
  aiProvider: 'AI provider',
  aiModel: 'AI model',
  lexicon: 'search lexicon',
  livePeople: 'people in a live session',
  recordingHours: 'hours of a recording',
  recordingGb: 'space for recordings',
  recordingFileDays: 'days for recorded streams',
  recordingDraftDays: 'days for drafts of recordings',
  accountStorageGb: 'storage of an account',
  siteStorageGb: 'storage of the site',
  platformFeePercent: 'platform fee',
  refundDays: 'days for refunds',
  refundWatchedPercent: 'watched share for refunds',
  sellerName: 'seller',
  sellerAddress: 'address of the seller',
  sellerState: 'state of the seller',
  sellerGstin: 'GSTIN of the seller',
  gstPercent: 'GST',
  serviceCode: 'service code',
  invoiceSeries: 'series of invoices',
  payoutMinimum: 'minimum of a payout',
}

const shown = (value: unknown): string => (value === '' ? 'nothing' : `“${isolate(String(value))}”`)
const lineCount = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length

function describe(name: SettingName, before: SiteSettings, after: SettingChanges): string {
  if (name === 'lexicon')
    return `${labels.lexicon} from ${lineCount(before.lexicon)} to ${lineCount(after.lexicon ?? '')} lines`
  return `${labels[name]} from ${shown(before[name])} to ${shown(after[name])}`
}

/** A seller with a GSTIN needs what a tax invoice must say (CGST Rules, 2017, rule 46). Throws wrong_seller. */
function requireSeller({ sellerGstin, sellerState, sellerName, sellerAddress }: SiteSettings): void {
  if (sellerGstin === '') return
  if (sellerState === '')
    throw new DomainError('wrong_seller', msg`Please choose the state that the GSTIN is registered in`)
  const problem = stateProblem(sellerGstin, sellerState)
  if (problem !== null) throw new DomainError('wrong_seller', problem)
  if (sellerName === '' || sellerAddress === '')
    throw new DomainError('wrong_seller', msg`With a GSTIN, invoices need the name and the address of the seller`)
}

/**
 * Changes settings: in this process when the promise resolves, in other processes moments later. Returns false when nothing changes.
 * Throws changed_elsewhere, wrong_lexicon, with the number of the line, wrong_seller, and invalid_input for a language that has no file.
 */
export async function saveSettings(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'settings' | 'config'>,
  admin: CurrentUser,
  { version, ...wanted }: SettingChanges & { version?: string | undefined },
): Promise<boolean> {
  const { settings, clock } = deps
  if (wanted.language !== undefined && !isOffered(wanted.language))
    throw new DomainError('invalid_input', msg`This site does not have this language`)
  const invalidLine = wanted.lexicon === undefined ? null : findInvalidLine(wanted.lexicon)
  if (invalidLine !== null)
    throw new DomainError(
      'wrong_lexicon',
      msg`Line ${{ line: invalidLine }} cannot be read. Write a line each, such as: reactjs = react`,
    )
  const saved = await transact(deps.db, async (tx) => {
    const before = await settings.lock(tx)
    requireVersion(version, settingsVersion(before))
    const names = (Object.keys(labels) as SettingName[]) // keys of a literal record: the cast only keeps their names
      .filter((name) => wanted[name] !== undefined && wanted[name] !== before[name])
    if (names.length === 0) return false
    requireSeller({ ...before, ...Object.fromEntries(names.map((name) => [name, wanted[name]])) })
    const detail = `Changed ${names.map((name) => describe(name, before, wanted)).join('; ')}.`
    await writeAudit(deps, tx, {
      action: 'settings-changed',
      adminId: admin.id,
      kind: 'settings',
      subjectId: names.join(','),
      detail,
    })
    const changes = Object.fromEntries(names.map((name) => [name, wanted[name]]))
    const at = clock.now()
    await storeSettings(tx, changes, settings.defaults, at)
    const { publicUrl } = deps.config
    await keepChangedPages(tx, { settings: { ...before, ...changes }, publicUrl, adminId: admin.id, at })
    return true
  })
  // also where nothing changes: another process may have stored these values a moment ago
  await settings.refresh()
  return saved
}
