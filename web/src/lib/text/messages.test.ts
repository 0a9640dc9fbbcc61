import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'

/** The module as a browser has it after the first document, which was in English. */
async function openedPage() {
  const [messages, { i18n }] = await Promise.all([import('./messages.ts'), import('./translator.ts')])
  messages.takeMessages({ language: 'en', pages: ['root'], messages: {} })
  return { ...messages, i18n }
}

const later = () => {
  const { promise, resolve } = Promise.withResolvers<{ default: Record<string, string> }>()
  return { load: () => promise, arrive: (text: string) => resolve({ default: { greet: text } }) }
}
const at = (text: string) => async () => ({ default: { greet: text } })

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('document', {})
})
afterEach(() => void vi.unstubAllGlobals())

it('shows a page that arrives while the language changes in the new language', async () => {
  const { addMessages, changeLanguage, i18n } = await openedPage()
  const [root, home] = [later(), later()]
  addMessages('root', { hi: root.load })
  const changed = changeLanguage('hi')
  addMessages('pages/home', { en: at('Hello'), hi: home.load })
  root.arrive('')
  home.arrive('नमस्ते')
  await changed
  expect(i18n._('greet')).toBe('नमस्ते')
})

it('changes nothing when the choice cannot be saved, or a page has no messages in the language', async () => {
  const { addMessages, changeLanguage, i18n } = await openedPage()
  addMessages('root', { en: at('Hello'), hi: at('नमस्ते') })
  const refuse = vi.fn().mockRejectedValue(new Error('refused'))
  await expect(changeLanguage('hi', refuse)).rejects.toThrow('refused')
  expect(i18n.locale).toBe('en')
  addMessages('pages/home', { en: at('Hello'), hi: () => Promise.reject(new TypeError('no line')) })
  const save = vi.fn()
  await expect(changeLanguage('hi', save)).rejects.toThrow('no line')
  expect(save).not.toHaveBeenCalled()
  expect(i18n.locale).toBe('en')
})

it('waits with a page while its messages cannot be loaded, and asks for them again', async () => {
  const { addMessages, messagesReady, i18n } = await openedPage()
  // of the modules that were just loaded
  const stalled = await import('../connection/stalled-loads.ts')
  const load = vi.fn(at('Hello')).mockRejectedValueOnce(new TypeError('no line'))
  addMessages('pages/home', { en: load })
  let isReady = false
  const ready = messagesReady().then(() => {
    isReady = true
  })
  await vi.waitFor(() => expect(stalled.stalledLoads.read().size).toBe(1))
  expect(isReady).toBe(false)
  stalled.retryStalled()
  await ready
  expect(i18n._('greet')).toBe('Hello')
})

it('does not render what is shown again for messages that nothing shows yet', async () => {
  const { withMessages, i18n } = await openedPage()
  const render = vi.fn()
  i18n.on('change', render)
  await withMessages('chat', { en: at('Hello') }, async () => 'code')
  expect(render).not.toHaveBeenCalled()
  expect(i18n._('greet')).toBe('Hello')
})

it('shows a part that is loaded on use only with its messages', async () => {
  const { withMessages, i18n } = await openedPage()
  const chat = later()
  let shown = ''
  const part = withMessages('chat', { en: chat.load }, async () => 'code').then((code) => {
    shown = `${code}: ${i18n._('greet')}`
  })
  await Promise.resolve()
  expect(shown).toBe('')
  chat.arrive('Hello')
  await part
  expect(shown).toBe('code: Hello')
})

it('asks again for a part, or its messages, that were lost on the way, and rejects what stays lost or is asked for offline', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { withMessages, messagesReady, i18n } = await openedPage()
  const { lostCode } = await import('../connection/stalled-loads.ts')
  const lost = () => vi.fn().mockRejectedValue(new TypeError('no line'))
  const code = lost().mockRejectedValueOnce(new TypeError('no line')).mockResolvedValueOnce('code')
  const messages = vi.fn(at('Hello')).mockRejectedValueOnce(new TypeError('no line'))
  const part = withMessages('chat', { en: messages }, code)
  await vi.runAllTimersAsync()
  expect(await part).toBe('code')
  expect(i18n._('greet')).toBe('Hello')
  expect(lostCode.read()).toBe(false)
  vi.stubGlobal('fetch', async () => new Response())
  const gone = withMessages('menu', { en: lost() }, async () => 'code')
  await Promise.all([expect(gone).rejects.toThrow('no line'), vi.runAllTimersAsync()])
  // the next page comes without it, as a document, which has it again
  await messagesReady()
  expect(lostCode.read()).toBe(true)
  vi.stubGlobal('navigator', { onLine: false })
  const offline = lost()
  await expect(withMessages('tray', { en: at('Hello') }, offline)).rejects.toThrow('no line')
  expect(offline).toHaveBeenCalledTimes(1)
})

it('shows a part that arrives while the language changes in the new language', async () => {
  const { withMessages, changeLanguage, i18n } = await openedPage()
  const [english, hindi] = [later(), later()]
  const part = withMessages('chat', { en: english.load, hi: hindi.load }, async () => 'code')
  const changed = changeLanguage('hi')
  english.arrive('Hello')
  hindi.arrive('नमस्ते')
  await Promise.all([part, changed])
  expect(i18n._('greet')).toBe('नमस्ते')
})

it('takes messages that the server no longer has for lost code', async () => {
  const { addMessages } = await openedPage()
  const stalled = await import('../connection/stalled-loads.ts')
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
  addMessages('pages/home', { en: () => Promise.reject(new TypeError('not found')) })
  await vi.waitFor(() => expect(stalled.stalledLoads.read().size).toBe(1))
  stalled.retryStalled()
  await vi.waitFor(() => expect(stalled.lostCode.read()).toBe(true))
})
