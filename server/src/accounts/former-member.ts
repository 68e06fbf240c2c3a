import { findText } from '#core/texts.ts'
import { displayName } from './service.ts'

/** What others read as somebody's name: who has left has none, but what was said to others stays. */
export function shownName(person: { firstName: string; lastName: string; deletedAt: Date | null }, language: string): string {
  return person.deletedAt ? findText(language)('accounts.formerMember') : displayName(person)
}
