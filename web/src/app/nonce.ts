import { createContext } from 'react'

/** The nonce of the document's security policy; only the server knows it, the browser hides it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined)
