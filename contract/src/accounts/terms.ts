import { plain } from './landing.ts'

const legalInside = new Set(['/moreinfo/privacypolicy', '/moreinfo/termsofservice', '/moreinfo/codeofconduct'])

/** Whether the terms dialog covers a page: never the legal texts it asks about. */
export function asksTerms(hasAgreedTerms: boolean, pathname: string): boolean {
  return !hasAgreedTerms && !legalInside.has(plain(pathname))
}
