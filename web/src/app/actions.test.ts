import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { defaultSettings } from '#lib/session/session.ts'
import { onServerSubmit } from './actions.ts'
import { hostContext } from './loaders.ts'

const submitted = (body: BodyInit | null, type?: string) => {
  const context = new RouterContextProvider()
  context.set(hostContext, {
    fetch: () => Promise.reject(new Error('Nothing is called')),
    mayBeSignedIn: false,
    settings: defaultSettings,
    language: 'en',
    requestId: '',
    nonce: '',
    report: () => {},
  })
  const url = new URL('http://localhost/unsubscribe?token=a')
  const request = new Request(url, { method: 'POST', body, ...(type && { headers: { 'content-type': type } }) })
  return onServerSubmit(async ({ form }) => ({ which: form.get('which') }))({ request, url, context })
}

it('reads a form', async () => {
  expect(await submitted(new URLSearchParams({ which: 'all' }))).toEqual({ which: 'all' })
})

it.each([
  ['JSON', '{"which":"all"}', 'application/json'],
  ['no body', null, undefined],
  ['a form without its border', 'which=all', 'multipart/form-data'],
  ['a form that is cut off', '--x\r\nContent-Disposition: form-data; name="which"', 'multipart/form-data; boundary=x'],
])('answers %s by 400', async (_name, body, type) => {
  await expect(submitted(body, type)).rejects.toMatchObject({ init: { status: 400 } })
})
