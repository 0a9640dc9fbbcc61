import { randomBytes } from 'node:crypto'

/** A fresh id: 24 hexadecimal digits, not guessable. */
export const newId = (): string => randomBytes(12).toString('hex')
