import { beforeEach, expect, it, vi } from 'vitest'
import { onLogin, type ToastMessage, toast, toastOutlet } from './toast.ts'

// messages that another file's tests left
beforeEach(() => toastOutlet.connect(() => {})())

it('keeps messages, in order, until the list is connected', () => {
  const shown: ToastMessage[] = []
  const onFirst = vi.fn()
  const unsubscribe = toastOutlet.onFirst(onFirst)
  toast.success('Saved')
  toast.error('Broken')
  toast.error({ message: 'Please log in', login: '/login' })
  expect(onFirst).toHaveBeenCalled()
  const disconnect = toastOutlet.connect((message) => shown.push(message))
  toast.info('Listening')
  expect(shown).toEqual([
    { kind: 'success', message: 'Saved' },
    { kind: 'error', message: 'Broken' },
    { kind: 'error', message: 'Please log in', login: '/login' },
    { kind: 'info', message: 'Listening' },
  ])
  disconnect()
  unsubscribe()
})

it('tells a dialog of the login to which the last message leads, which goes with the next one', () => {
  const logins: unknown[] = []
  const stop = onLogin((login) => logins.push(login))
  toast.error({ message: 'Please log in', login: '/login' })
  toast.success('Saved')
  stop()
  toast.error({ message: 'Please log in', login: '/login' })
  expect(logins).toEqual(['/login', undefined])
})

it('reports a message that was added before anyone subscribed', () => {
  toast.info('Early')
  const onFirst = vi.fn()
  toastOutlet.onFirst(onFirst)()
  expect(onFirst).toHaveBeenCalledOnce()
  toastOutlet.connect(() => {})()
})
