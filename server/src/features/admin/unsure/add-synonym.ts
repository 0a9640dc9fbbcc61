import { msg } from '@lingui/core/runtime-macro'
import { mostLexiconLength } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { settingsVersion } from '#core/settings.ts'
import { transact } from '#core/transact.ts'
import { lockUnsure, setUnsureState } from '../../search/index.ts'
import { saveSettings } from '../save-settings.ts'

/** Adds a line to the lexicon of the settings, which the search reads at once, and returns the question. Throws not_found, wrong_lexicon, changed_elsewhere. */
export async function addSynonym(
  deps: FeatureDeps,
  admin: CurrentUser,
  searchId: string,
  means: string,
): Promise<string> {
  const row = await transact(deps.db, (tx) => lockUnsure(tx, searchId))
  if (!row) throw new DomainError('not_found')
  // another admin may have added a line that this process has not read yet
  await deps.settings.refresh()
  const before = deps.settings.current()
  const { lexicon } = before
  const line = `${means} = ${row.question}`
  const lines = lexicon.split('\n').filter((one) => one.trim() !== '')
  if (!lines.some((one) => one.trim() === line)) {
    const next = [...lines, line].join('\n')
    if (next.length > mostLexiconLength)
      throw new DomainError('wrong_lexicon', msg`The search lexicon of the settings is full. Remove lines there first.`)
    await saveSettings(deps, admin, { lexicon: next, version: settingsVersion(before) })
  }
  await setUnsureState(deps.db, searchId, 'done')
  return row.question
}
