import type { HelpMessage } from '@saathi/contract/help/entities'

/** The person's own message unless overridden. */
export function helpMessage(id: number, changes: Partial<HelpMessage> = {}): HelpMessage {
  const clientId = `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`
  return { id, clientId, isFromStaff: false, senderName: null, body: `Message ${id}`, sentAt: '2026-11-14T14:00:00Z', ...changes }
}

export const fromTeam = (id: number, body: string): HelpMessage =>
  helpMessage(id, { isFromStaff: true, senderName: 'Nandini', body })
