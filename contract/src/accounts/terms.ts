import { plain } from './landing.ts'

const legalInside = new Set(['/moreinfo/privacypolicy', '/moreinfo/termsofservice', '/moreinfo/codeofconduct'])

/** Whether the question for the terms lies over a page: never over the texts that it asks about. */
export function asksTerms(hasAgreedTerms: boolean, pathname: string): boolean {
  return !hasAgreedTerms && !legalInside.has(plain(pathname))
}
