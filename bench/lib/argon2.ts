import { hash } from '@node-rs/argon2'

/** What the product stores passwords with: argon2id, 19 MiB, two passes, one lane. */
export const argon2Parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> => hash(password, argon2Parameters)
