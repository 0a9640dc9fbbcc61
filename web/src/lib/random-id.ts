/** Returns a random name, by which the server counts what is sent twice once; it has two characters a byte. */
export const randomId = (bytes = 16): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')
