/** Returns the text of a file in UTF-8, or as older programs of spreadsheets write it. */
export async function readTextFile(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const [first, second] = new Uint8Array(bytes)
    const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
    return new TextDecoder(isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'windows-1252').decode(bytes)
  }
}
