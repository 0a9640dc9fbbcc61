/** Lines up columns; the first row is the heading. Text goes to the left, what starts with a digit and a lone dash to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        /^([\d.,]|-$)/.test(cell) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  const [head, ...body] = rows
  return [head ?? [], widths.map((width) => '─'.repeat(width)), ...body].map(line).join('\n')
}
