import { join } from 'node:path'
import { z } from 'zod'
import { readDataFile } from '#core/files/read-data-file.ts'
import { chosen, type Model } from './parameters.ts'

const Background = z.strictObject({ background: z.array(z.string().trim().min(1)).min(100) })

/** The questions that no catalogue of courses answers. */
export const loadBackground = (): string[] =>
  readDataFile(join(import.meta.dirname, '../data/background.yaml'), Background).background

/**
 * Returns from which probability on a search is sure: that above which `chosen.sureOfNonsense` of the background questions are, within
 * the bounds of `chosen`, so that no catalogue makes the search sure of anything, or of nothing.
 */
export function sureFrom(background: readonly number[], { thresholds }: Model): number {
  const sorted = [...background].sort((a, b) => a - b)
  const least = sorted[Math.floor(sorted.length * (1 - chosen.sureOfNonsense))] ?? thresholds.sure
  return Math.min(chosen.surest, Math.max(thresholds.sure, least))
}
