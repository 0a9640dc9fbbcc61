import type { Opening } from '@virtual-courses/contract'
import type { Say } from '#core/languages/language.ts'
import { type Closing, openingSentence } from './rules.ts'

export const presentOpening = (closing: Closing, zone: string, say: Say): Opening => ({
  opensAt: closing.opensAt?.toISOString() ?? null,
  after: closing.before?.id ?? null,
  sentence: say(openingSentence(closing, zone)),
})
