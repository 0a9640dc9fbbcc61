import { expect, test } from 'vitest'
import { currentPrefix } from '#core/sealed-text.ts'
import { decryptBankDetails, encryptBankDetails } from './bank-cipher.ts'

const secrets = { current: 'a secret of more than thirty-two characters', old: null }
const details = { holder: 'Asha Iyer', accountNumber: '123456789012', ifsc: 'SBIN0001234' }
const encrypted = encryptBankDetails(secrets, 'asha', details)

test('what was encrypted for a user is decrypted for them', () => {
  expect(decryptBankDetails(secrets, 'asha', encrypted)).toEqual(details)
  expect(encrypted).not.toContain('1234')
  expect(encryptBankDetails(secrets, 'asha', details)).not.toBe(encrypted)
  expect(encrypted.startsWith(currentPrefix(secrets))).toBe(true)
})

test('a record cannot be decrypted in the row of another user', () => {
  expect(decryptBankDetails(secrets, 'bela', encrypted)).toBeNull()
})

test.each(encrypted.split('.').map((_, part) => part))('a change in part %i of a record is detected', (part) => {
  const parts = encrypted.split('.')
  for (const at of [0, Math.floor((parts[part]?.length ?? 0) / 2)]) {
    const changed = [...parts]
    const text = changed[part] ?? ''
    changed[part] = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
    expect(decryptBankDetails(secrets, 'asha', changed.join('.'))).toBeNull()
  }
})

test.each(['', '1', '1..', '1...', '2.x.y.z', encrypted.slice(0, -4), `${encrypted}AAAA`])(
  '%j is not a valid record',
  (text) => {
    expect(decryptBankDetails(secrets, 'asha', text)).toBeNull()
  },
)

test('a shortened authentication tag is rejected', () => {
  const parts = encrypted.split('.')
  const bytes = Buffer.from(parts[3] ?? '', 'base64url')
  parts[3] = bytes.subarray(0, -12).toString('base64url')
  expect(decryptBankDetails(secrets, 'asha', parts.join('.'))).toBeNull()
})

test('the previous secret decrypts while it is configured; any other secret never does', () => {
  const next = 'another secret of more than 32 characters'
  expect(decryptBankDetails({ current: next, old: secrets.current }, 'asha', encrypted)).toEqual(details)
  expect(decryptBankDetails({ current: next, old: null }, 'asha', encrypted)).toBeNull()
  expect(
    decryptBankDetails({ current: next, old: 'a third secret of more than 32 letters' }, 'asha', encrypted),
  ).toBeNull()
})
