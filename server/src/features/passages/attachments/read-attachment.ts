import { open } from 'node:fs/promises'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { fileKey, withLocalFile } from '../../media/index.ts'
import { longestText } from '../packing/pack-text.ts'

/** UTF-8 takes at most 4 bytes for a character. */
const mostBytes = 4 * longestText

/** Returns the text of an attachment as far as it is read; "" for one without a text, or that cannot be read. */
export async function readAttachment(
  deps: Pick<FeatureDeps, 'storage' | 'documents' | 'config' | 'clock'>,
  { fileId, contentType, bytes }: { fileId: string; contentType: string; bytes: number },
): Promise<string> {
  const read = contentType === 'application/pdf' ? deps.documents.readPdf : readStart
  return (await withLocalFile(deps, { key: fileKey(fileId), bytes }, (path) => read(path))) ?? ''
}

/** The beginning of a file as text; "" for one that is not text after all. */
async function readStart(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostBytes), 0, mostBytes, 0)
    const text = new TextDecoder().decode(buffer.subarray(0, bytesRead))
    return text.includes('\0') ? '' : text.slice(0, longestText)
  } finally {
    await file.close()
  }
}
