import type { SiteSettings } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type SettingChanges, type SettingName, storeSettings } from '#core/settings.ts'
import { transact } from '#core/transact.ts'
import { writeAudit } from './audit.ts'
import { findLexiconFault } from './check-lexicon.ts'

const labels: Record<SettingName, string> = {
  siteName: 'site name',
  supportAddress: 'support address',
  storeCopy: 'store copy',
  aiProvider: 'AI provider',
  aiModel: 'AI model',
  lexicon: 'search lexicon',
  livePeople: 'people in a live session',
}

const shown = (value: unknown): string => (value === '' ? 'nothing' : `“${String(value)}”`)
const lineCount = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length

function describe(name: SettingName, before: SiteSettings, after: SettingChanges): string {
  if (name === 'lexicon')
    return `${labels.lexicon} from ${lineCount(before.lexicon)} to ${lineCount(after.lexicon ?? '')} lines`
  return `${labels[name]} from ${shown(before[name])} to ${shown(after[name])}`
}

/**
 * Changes settings; when this answers they hold here, and in other processes within moments. Answers false when all of them
 * were so already. Throws wrong_lexicon, naming the line.
 */
export async function saveSettings(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'settings'>,
  admin: CurrentUser,
  wanted: SettingChanges,
): Promise<boolean> {
  const { settings, clock } = deps
  const fault = wanted.lexicon === undefined ? null : findLexiconFault(wanted.lexicon)
  if (fault !== null)
    throw new DomainError('wrong_lexicon', `Line ${fault} cannot be read. Write a line each, such as: reactjs = react`)
  const before = settings.current()
  const names = (Object.keys(labels) as SettingName[]) // keys of a literal record: the cast only keeps their names
    .filter((name) => wanted[name] !== undefined && wanted[name] !== before[name])
  if (names.length === 0) return false
  await transact(deps.db, async (tx) => {
    const detail = `Changed ${names.map((name) => describe(name, before, wanted)).join('; ')}.`
    await writeAudit(deps, tx, {
      action: 'settings-changed',
      adminId: admin.id,
      kind: 'settings',
      subjectId: names.join(','),
      detail,
    })
    const changes = Object.fromEntries(names.map((name) => [name, wanted[name]]))
    await storeSettings(tx, changes, settings.defaults, clock.now())
  })
  await settings.refresh()
  return true
}
