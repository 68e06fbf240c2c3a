import type { Problem } from '../problems.ts'

const ALLOWED_LINK = /\]\(\s*(?!https?:\/\/|\/|mailto:|tel:)/i
const HTML = /<\/?[a-z][^>]{0,200}>/i

/** Readers see other addresses, and HTML, as plain text. */
export function checkMarkdown(file: string, field: string, text: string): Problem[] {
  return [
    ...(ALLOWED_LINK.test(text) ? [{ file, field, text: 'a link must begin with https://' }] : []),
    ...(HTML.test(text) ? [{ file, field, text: 'HTML is not allowed; use Markdown' }] : []),
  ]
}
