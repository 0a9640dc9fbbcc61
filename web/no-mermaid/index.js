/** Called for pasted text that looks like a diagram of Mermaid: it stays text. */
export async function parseMermaidToExcalidraw() {
  throw new Error('the whiteboard does not read Mermaid')
}
