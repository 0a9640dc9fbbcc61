import { afterEach, describe, expect, it, vi } from 'vitest'
import { toast, toastStore } from './toast.ts'

const messages = () => toastStore.read().map((note) => note.message)

afterEach(() => {
  for (const note of toastStore.read()) toast.dismiss(note.id)
})

describe('toast', () => {
  it('keeps notes in order and tells its listeners', () => {
    const listener = vi.fn()
    const leave = toastStore.subscribe(listener)
    toast.success('Saved')
    const id = toast.error('Broken')
    expect(messages()).toEqual(['Saved', 'Broken'])
    toast.dismiss(id)
    expect(messages()).toEqual(['Saved'])
    expect(listener).toHaveBeenCalledTimes(3)
    leave()
    toast.info('Unheard')
    expect(listener).toHaveBeenCalledTimes(3)
  })

  it('renews a repeated message instead of showing it twice', () => {
    const first = toast.error('Broken')
    toast.success('Saved')
    const again = toast.error('Broken')
    expect(again).not.toBe(first)
    expect(messages()).toEqual(['Saved', 'Broken'])
  })

  it('shows at most five, dropping the oldest', () => {
    for (const word of ['1', '2', '3', '4', '5', '6']) toast.info(word)
    expect(messages()).toEqual(['2', '3', '4', '5', '6'])
  })

  it('hands React the same list until something changes', () => {
    toast.info('One')
    expect(toastStore.read()).toBe(toastStore.read())
  })
})
