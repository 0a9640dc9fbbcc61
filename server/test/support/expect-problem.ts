import { ApiError } from '@virtual-courses/contract'
import { expect } from 'vitest'

/** Expects a typed call to be refused with this status and code. */
export async function expectProblem(call: Promise<unknown>, status: number, code: string): Promise<ApiError> {
  const error = await call.then(
    (answer) => {
      throw new Error(`expected ${status} ${code}, but the call succeeded: ${JSON.stringify(answer).slice(0, 200)}`)
    },
    (problem: unknown) => problem,
  )
  if (!(error instanceof ApiError)) throw error
  expect({ status: error.status, code: error.code }).toEqual({ status, code })
  expect(error.message.length).toBeGreaterThan(5)
  return error
}
