/**
 * Cuts text that comes in pieces into its lines, ended by LF or CRLF; where the pieces were cut makes no difference.
 * `rest` answers a last line that nothing ended.
 */
export function createLineReader() {
  let waiting = ''
  const clean = (line: string) => (line.endsWith('\r') ? line.slice(0, -1) : line)
  return {
    push(piece: string): string[] {
      const lines = (waiting + piece).split('\n')
      waiting = lines.pop() ?? ''
      return lines.map(clean)
    },
    rest(): string[] {
      const line = clean(waiting)
      waiting = ''
      return line === '' ? [] : [line]
    },
  }
}
