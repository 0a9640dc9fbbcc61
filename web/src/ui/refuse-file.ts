import { formatBytes } from './format-bytes.ts'

export type FileRule = {
  /** As in the `accept` attribute: "image/*", ".mp4,video/webm". Empty allows every kind. */
  accept?: string | undefined
  /** Largest size in bytes. */
  maxBytes?: number | undefined
}

/**
 * Why a picked file cannot be used, in words; null if it can. This is a kindness before the upload: the server looks into the
 * bytes, a name proves nothing.
 */
export function refuseFile(file: { name: string; type: string; size: number }, rule: FileRule): string | null {
  const kinds = (rule.accept ?? '').split(',').flatMap((kind) => kind.trim().toLowerCase() || [])
  const name = file.name.toLowerCase()
  const type = file.type.toLowerCase()
  const fits = kinds.some((kind) => {
    if (kind.startsWith('.')) return name.endsWith(kind)
    return kind.endsWith('/*') ? type.startsWith(kind.slice(0, -1)) : type === kind
  })
  if (kinds.length > 0 && !fits) return `“${file.name}” is not a kind of file that fits here`
  if (file.size === 0) return `“${file.name}” is empty`
  if (rule.maxBytes !== undefined && file.size > rule.maxBytes) {
    return `“${file.name}” has ${formatBytes(file.size)}; at most ${formatBytes(rule.maxBytes)} fit`
  }
  return null
}
