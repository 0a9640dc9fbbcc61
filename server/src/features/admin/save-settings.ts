import type { SiteSettings } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type SettingChanges, type SettingName, storeSettings } from '#core/settings.ts'
import { transact } from '#core/transact.ts'
import { writeAudit } from './audit.ts'

/** Longest line, in UTF-16 units, and most lines: a lexicon is written by people. */
const longestLine = 500
const mostLines = 1000

const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)
const phrasesOf = (text: string): string[] => text.split(',').map((one) => one.trim())

function isLine(line: string): boolean {
  if (line.length > longestLine) return false
  const signs = line.match(/[=>]/g) ?? []
  if (signs.length !== 1) return false
  const [left = '', right = ''] = line.split(/[=>]/)
  // The first name is how the thing is usually called: there is one of it.
  const heads = signs[0] === '=' ? [left.trim()] : phrasesOf(left)
  return [...heads, ...phrasesOf(right)].every(hasWord) && !(signs[0] === '=' && left.includes(','))
}

/**
 * Can search read every line: `usual name = other names` for words of one meaning, `names > what helps` for related ones, and
 * lines that begin with # for notes? Answers the number of the first line that it cannot, or null.
 */
function findLexiconFault(text: string): number | null {
  const lines = text.split(/\r?\n/)
  if (lines.length > mostLines) return mostLines + 1
  const wrong = lines.findIndex((raw) => {
    const line = raw.trim()
    return line !== '' && !line.startsWith('#') && !isLine(line)
  })
  return wrong === -1 ? null : wrong + 1
}

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
