import { test } from '@playwright/test'
import { type Cable, janusMissing, layCable } from '../../server/test/support/services/janus-server.ts'

/** Lays a cable for each worker before the first browser starts, and takes them away after the last one. */
// biome-ignore lint/style/noDefaultExport: Playwright takes a global setup by its default export
export default function layCables({ workers }: { workers: number }): (() => void) | undefined {
  if (janusMissing() !== null) return
  const cables = Array.from({ length: workers }, layCable)
  const ends: Cable[] = cables.map(({ namespace, address }) => ({ namespace, address }))
  process.env.E2E_JANUS_CABLES = JSON.stringify(ends)
  return () => {
    for (const { remove } of cables) remove()
  }
}

/** The cable of the worker that runs this test. */
export function ownCable(): Cable {
  const ends: Cable[] = JSON.parse(process.env.E2E_JANUS_CABLES ?? '[]')
  const own = ends[test.info().parallelIndex]
  if (!own) throw new Error('No cable was laid for this worker')
  return own
}
