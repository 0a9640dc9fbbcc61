/** The parts of a package that we use and that ships no types. */
declare module 'bidi-js' {
  type Levels = { levels: Uint8Array; paragraphs: { start: number; end: number; level: number }[] }
  /** Unicode Bidirectional Algorithm; places are in UTF-16 units. */
  type Bidi = {
    getEmbeddingLevels(text: string, base?: 'ltr' | 'rtl'): Levels
    getMirroredCharactersMap(text: string, levels: Levels['levels']): ReadonlyMap<number, string>
  }
  // biome-ignore lint/style/noDefaultExport: the package exports its function so
  export default function bidiFactory(): Bidi
}
