import { findText } from '#core/texts.ts'
import { displayName } from '../service.ts'

/** The name others see: people who have left have none, but their messages remain. */
export function shownName(person: { firstName: string; lastName: string; deletedAt: Date | null }, language: string): string {
  return person.deletedAt ? findText(language)('accounts.formerMember') : displayName(person)
}
