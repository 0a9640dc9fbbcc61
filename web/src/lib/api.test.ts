import { ApiError, type Client, api as calls } from '@virtual-courses/contract'
import { afterEach, expect, it, vi } from 'vitest'
import { inReadersLanguage, onRefused } from './api.ts'

const failing = (error: ApiError): Client => inReadersLanguage(() => Promise.reject(error))
const bare = (status: number) => new ApiError(status, 'internal', 'Bare', { spoken: false })

afterEach(() => onRefused(() => {}))

it.each([
  [429, /^There are too many requests/],
  [503, /restarting/],
  [502, /went wrong on our side/],
])('a bare %i of what stands in front of the server is said in words of our own', async (status, said) => {
  await expect(failing(bare(status))(calls.accounts.logout)).rejects.toThrow(said)
})

it('a call that is refused for want of a session says so, but for the one that asks who is signed in', async () => {
  const listener = vi.fn()
  onRefused(listener)
  const call = failing(new ApiError(401, 'unauthenticated', 'Please log in to continue'))
  await expect(call(calls.accounts.viewer)).rejects.toThrow('Please log in')
  expect(listener).not.toHaveBeenCalled()
  await expect(call(calls.accounts.logout)).rejects.toThrow('Please log in')
  expect(listener).toHaveBeenCalledOnce()
  await expect(failing(new ApiError(403, 'forbidden', 'No'))(calls.accounts.logout)).rejects.toThrow('No')
  expect(listener).toHaveBeenCalledOnce()
})
