import type { ChannelMember } from '@saathi/contract/chat/entities'
import { useText } from '#core/i18n/texts.tsx'

/** The role of a member. Group variants of a role look the same. */
export function MemberRole({ member: { role, isPairManager } }: { member: ChannelMember }) {
  const t = useText()
  if (isPairManager) return t('chat.role.pairManager')
  const plain = role.toLowerCase().replace(/^group/, '')
  if (plain === 'mentor') return t('chat.role.mentor')
  if (plain === 'mentee') return t('chat.role.mentee')
  return plain === 'ai_assistant' ? t('chat.assistant.name') : t('chat.staff')
}
