import { createContext } from 'react'

/** Nonce of the document's Content-Security-Policy. Set on the server only: browsers hide the attribute from scripts. */
export const NonceContext = createContext<string | undefined>(undefined)
