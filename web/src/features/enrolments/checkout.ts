import type { CheckoutConfirmation, api as calls, ReplyOf } from '@virtual-courses/contract'

export type Order = ReplyOf<typeof calls.enrolments.createOrder>

/** What may happen while the checkout is open. `failed` leaves it open: the payer may try again there. */
export type CheckoutEvents = {
  paid(confirmation: CheckoutConfirmation): void | Promise<void>
  failed(reason: string | undefined): void
  dismissed(): void
}

export type Payer = { name: string; email: string }

/** Opens one provider's checkout. Its script is loaded already; throws when the script is not what the driver expects. */
export type CheckoutDriver = { open(order: Order, payer: Payer, events: CheckoutEvents): void }

/** Every file of the folder is a driver; the server names the one that fits its payment provider. */
const drivers = import.meta.glob<CheckoutDriver>('./checkout-drivers/*.ts', { eager: true })

const scripts = new Map<string, Promise<void>>()

/** Loads the provider's script once; after a failure the next try loads it again. */
function loadScript(address: string): Promise<void> {
  const known = scripts.get(address)
  if (known) return known
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      scripts.delete(address)
      reject(new Error('The checkout could not be loaded'))
    }
    document.head.append(script)
  })
  scripts.set(address, loading)
  return loading
}

/** Pauses the videos of the page: the checkout covers them. Cameras of a live room go on; they have no file. */
function pauseVideos(): void {
  for (const video of document.querySelectorAll('video')) if (!video.srcObject) video.pause()
}

/** Opens the provider's checkout for an order. Rejects when it cannot be loaded or opened. */
export async function openCheckout(order: Order, payer: Payer, events: CheckoutEvents): Promise<void> {
  const driver = drivers[`./checkout-drivers/${order.checkoutDriver}.ts`]
  if (!driver) throw new Error(`There is no checkout driver ${order.checkoutDriver}`)
  pauseVideos()
  await loadScript(order.checkoutScript)
  driver.open(order, payer, events)
}
