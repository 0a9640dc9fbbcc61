/**
 * The browser side of the sandbox: a class `Razorpay` with the provider's documented options, so that the page that pays
 * cannot distinguish it. It opens the hosted page in a frame over the document.
 */
export const checkoutScript = `(() => {
  'use strict'
  // the page may have another origin than this script; the checkout's pages have the script's origin
  const home = new URL('checkout/', document.currentScript?.src || new URL('/sandbox/checkout.js', location.href))
  class Razorpay {
    #options; #listeners = {}; #dialog = null; #opener = null
    constructor(options) { this.#options = options }
    on(event, listener) { (this.#listeners[event] ??= []).push(listener); return this }
    open() {
      if (this.#dialog) return
      const { order_id, name = '', description = '' } = this.#options
      // a free course: nothing to pay
      if (String(order_id).startsWith('free_')) return queueMicrotask(() => this.#options.handler?.({ razorpay_order_id: order_id, razorpay_payment_id: '', razorpay_signature: '' }))
      this.#opener = document.activeElement
      const dialog = document.createElement('dialog')
      dialog.setAttribute('aria-label', name ? name + ' checkout' : 'Checkout')
      Object.assign(dialog.style, { padding: '0', border: '0', borderRadius: '16px', width: 'min(420px, calc(100vw - 24px))', height: 'min(640px, calc(100dvh - 24px))', maxWidth: 'none', maxHeight: 'none', overflow: 'hidden', background: '#fff', boxShadow: '0 24px 80px rgba(10, 8, 40, .45)', margin: 'auto' })
      const frame = document.createElement('iframe')
      frame.title = 'Checkout'
      frame.src = new URL(encodeURIComponent(order_id), home).href + '?' + new URLSearchParams({ name, description, opener: location.origin })
      Object.assign(frame.style, { border: '0', width: '100%', height: '100%', display: 'block', colorScheme: 'light' })
      dialog.append(frame)
      document.body.append(dialog)
      this.#dialog = dialog
      dialog.addEventListener('cancel', (event) => { event.preventDefault(); this.#finish(() => this.#options.modal?.ondismiss?.()) })
      this.receive = (event) => {
        if (event.origin !== home.origin || event.source !== frame.contentWindow) return
        const message = event.data ?? {}
        if (message.type === 'paid') this.#finish(() => this.#options.handler?.(message.result))
        if (message.type === 'dismissed') this.#finish(() => this.#options.modal?.ondismiss?.())
        if (message.type === 'declined') for (const listener of this.#listeners['payment.failed'] ?? []) listener({ error: { code: 'BAD_REQUEST_ERROR', description: message.reason, reason: 'payment_failed' } })
      }
      addEventListener('message', this.receive)
      dialog.showModal()
    }
    close() { this.#finish(() => {}) }
    #finish(then) {
      if (!this.#dialog) return
      removeEventListener('message', this.receive)
      this.#dialog.close()
      this.#dialog.remove()
      this.#dialog = null
      this.#opener?.focus?.()
      then()
    }
  }
  window.Razorpay = Razorpay
})()
`
