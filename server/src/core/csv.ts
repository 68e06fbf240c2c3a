/** Spreadsheets run cells that begin like this. */
const looksLikeFormula = /^[=+\-@\t\r]/

function toCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = looksLikeFormula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** With a byte order mark, so that spreadsheets read it as UTF-8. Numbers stay numbers. */
export const toCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(toCell).join(',')).join('\r\n')}\r\n`
