import { existsSync, readFileSync } from 'node:fs'
import { api, type Endpoint } from '@virtual-courses/contract'
import type { Outcome } from './suite.ts'

/** Answers that say nothing of the input: every endpoint that is not public gives them to strangers. */
const ofAccess = new Set([401, 403])

/**
 * Adds to the outcome of the server's tests whether they called each endpoint of the contract: with success, and where it
 * takes input also with input that was refused. Counts one test for each endpoint. `file` has lines `GET /api/… 200`.
 */
export function countCalledEndpoints(outcome: Outcome, file: string): Outcome {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  const endpoints = Object.values(api).flatMap((noun): Endpoint[] => Object.values(noun))
  const problems = findUncalled(endpoints, lines)
  return {
    ...outcome,
    passed: outcome.passed + endpoints.length - problems.length,
    failed: outcome.failed + problems.length,
    notes: [...outcome.notes, ...problems],
  }
}

/** Returns a sentence for each endpoint that was not called as it should be. */
export function findUncalled(endpoints: Endpoint[], lines: string[]): string[] {
  const statuses = Map.groupBy(lines, (line) => line.slice(0, line.lastIndexOf(' ')))
  return endpoints.flatMap((endpoint) => {
    const name = `${endpoint.method} ${endpoint.path}`
    const seen = (statuses.get(name) ?? []).map((line) => Number(line.slice(name.length)))
    if (!seen.some((status) => status < 400)) return [`no test calls ${name} with success`]
    const refused = seen.some((status) => status >= 400 && status < 500 && !ofAccess.has(status))
    return takesInput(endpoint) && !refused ? [`no test calls ${name} with input that is refused`] : []
  })
}

const takesInput = (endpoint: Endpoint): boolean =>
  ['params', 'query', 'body', 'files'].some((part) => part in endpoint)
