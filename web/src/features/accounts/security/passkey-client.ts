import type { NewPasskeyAnswer, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '@virtual-courses/contract'
import { useEffect, useState } from 'react'
import type { z } from 'zod'

type Request = z.output<typeof PasskeyRequest>
type Creation = z.output<typeof PasskeyCreation>

/** The library, fetched with the first use of a passkey. */
const library = () => import('@simplewebauthn/browser')

/** Passkeys belong to a name: browsers have none for a bare address such as 127.0.0.1. */
const hasName = (): boolean => !/^[\d.]+$|^\[/.test(location.hostname)

/** Whether this browser can use passkeys here; null before hydration. */
export function usePasskeySupport(): boolean | null {
  const [supported, setSupported] = useState<boolean | null>(null)
  useEffect(() => setSupported('PublicKeyCredential' in window && hasName()), [])
  return supported
}

/** The user closed the browser's dialog, or another one took its place. */
export class PasskeyCanceled extends Error {}

/** The browser, or the device, could not do it. */
export class PasskeyFailed extends Error {}

/** No one answers sooner, in milliseconds: a browser that has nothing to ask with refuses by the same error. */
const soonestAnswer = 300

/** @param since when the browser was asked, as of `performance.now()` */
const errorOf = (error: unknown, since: number): Error => {
  const { name, code } = error as { name?: string; code?: string }
  const answered = performance.now() - since >= soonestAnswer
  if ((name === 'NotAllowedError' && answered) || name === 'AbortError' || code === 'ERROR_CEREMONY_ABORTED')
    return new PasskeyCanceled()
  return new PasskeyFailed(code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' ? 'known' : 'failed')
}

/** Asks for a passkey. Throws PasskeyCanceled and PasskeyFailed. */
export async function askPasskey(optionsJSON: Request): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library()
  const since = performance.now()
  return startAuthentication({ optionsJSON: optionsJSON as never }).then(
    ({ id, rawId, type, response }) => ({ id, rawId, type, response }),
    (error: unknown) => {
      throw errorOf(error, since)
    },
  )
}

/**
 * Offers the passkeys of this site among the suggestions of the field for the address, where the browser does that. Resolves with the
 * chosen one; undefined where it offers none, or something else took its place.
 */
export async function offerPasskeys(options: () => Promise<Request>): Promise<PasskeyAnswer | undefined> {
  if (!('PublicKeyCredential' in window) || !hasName()) return undefined
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await library()
  if (!(await browserSupportsWebAuthnAutofill())) return undefined
  const optionsJSON = (await options()) as never
  return startAuthentication({ optionsJSON, useBrowserAutofill: true }).then(
    ({ id, rawId, type, response }) => ({ id, rawId, type, response }),
    () => undefined,
  )
}

/** Ends an offer that waits, such as when its page is left. */
export const endOffer = async (): Promise<void> => (await library()).WebAuthnAbortService.cancelCeremony()

/** Makes a passkey. Throws PasskeyCanceled and PasskeyFailed. */
export async function makePasskey(optionsJSON: Creation): Promise<NewPasskeyAnswer> {
  const { startRegistration } = await library()
  const since = performance.now()
  return startRegistration({ optionsJSON: optionsJSON as never }).then(
    ({ id, rawId, type, response: { clientDataJSON, attestationObject, transports } }) => ({
      id,
      rawId,
      type,
      response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
    }),
    (error: unknown) => {
      throw errorOf(error, since)
    },
  )
}
