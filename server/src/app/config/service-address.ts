import { z } from 'zod'

/** Characters that end a part of an address, and how they are written in a user name or password. */
const written: Record<string, string> = { '/': '%2F', '#': '%23', '?': '%3F', '@': '%40', '[': '%5B', ']': '%5D' }

const encode = (character: string): string => `write ${character} as ${written[character] ?? '%25'}`

const canDecode = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/**
 * Returns a sentence about what an address of a service with user and password is read as something else for; null where it says what
 * it means. Passwords are not repeated.
 */
function faultOf(value: string): string | null {
  const [, rest = ''] = /^[a-z]+:\/\/(.*)$/is.exec(value) ?? []
  const authority = /^[^/?#]*/.exec(rest)?.[0] ?? ''
  const behind = rest.slice(authority.length)
  const at = authority.lastIndexOf('@')
  if (at < 0 && behind.includes('@')) {
    const [, port = ''] = /:([^:]*)$/.exec(authority) ?? []
    // the "@" is behind something that has ended user and password too early, unless it belongs to a parameter
    const isParameter = /^(\/[^?#]*)?\?([\w.-]+=[^#]*)$/.test(behind)
    if (!isParameter || /\D/.test(port.replace(']', '')))
      return `the user or the password has a "${behind[0]}": ${encode(behind[0] ?? '')}`
  }
  if (authority.slice(0, Math.max(at, 0)).includes('@')) return `the user or the password has an "@": ${encode('@')}`
  const bracket = /[[\]]/.exec(authority.slice(0, Math.max(at, 0)))?.[0]
  if (bracket) return `the user or the password has a "${bracket}": ${encode(bracket)}`
  if (rest.includes('#')) return `it has a "#": ${encode('#')}`
  if (!canDecode(rest)) return `it has a "%" that begins no code of a character: ${encode('%')}`
  return null
}

/**
 * Schema of the address of a database, mail server or the like. An address that is read otherwise than it was meant, such as with a "#"
 * in the password, is refused with the way to write it.
 */
export const serviceAddress = (protocol: RegExp, error: string) =>
  z.string().superRefine((value, context) => {
    const scheme = /^([a-z]+):\/\//i.exec(value)?.[1]?.toLowerCase() ?? ''
    const fault = !protocol.test(scheme) ? error : faultOf(value)
    if (fault !== null) context.addIssue(fault)
    else if (!URL.canParse(value) || new URL(value).host === '') context.addIssue(error)
  })

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']

/** The same of a PostgreSQL server. `sslmode` and `sslrootcert` mean what they mean to psql. */
export const databaseAddress = () => {
  const error = 'must look like postgres://user:password@host:5432/database'
  return serviceAddress(/^postgres(ql)?$/, error).superRefine((value, context) => {
    if (!URL.canParse(value)) return
    const given = new URL(value).searchParams
    const mode = given.get('sslmode')
    const encoding = given.get('client_encoding') ?? given.get('encoding')
    if (mode !== null && !sslModes.includes(mode)) context.addIssue(`sslmode must be one of: ${sslModes.join(', ')}`)
    if (mode === 'verify-ca' && !given.get('sslrootcert'))
      context.addIssue('sslmode=verify-ca needs sslrootcert=FILE, the certificate of your authority')
    if (encoding !== null && !/^utf-?8$/i.test(encoding))
      context.addIssue('the server speaks UTF-8 with the database: leave client_encoding out')
    if (given.has('ssl')) context.addIssue('say sslmode=verify-full, require or disable in place of ssl')
  })
}
