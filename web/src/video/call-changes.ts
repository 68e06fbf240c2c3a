import type { Tile } from './engine/call-snapshot.ts'

export type CallChange = { what: 'came' | 'left' | 'hand' | 'shares'; name: string }

/** Changes among the other participants, for screen readers. */
export function changesBetween(before: readonly Tile[], after: readonly Tile[]): CallChange[] {
  const changes: CallChange[] = []
  for (const { peerId, name, isMe, state } of after) {
    if (isMe) continue
    const was = before.find((tile) => tile.peerId === peerId)
    if (!was) changes.push({ what: 'came', name })
    if (state.hand && !was?.state.hand) changes.push({ what: 'hand', name })
    if (state.screen && !was?.state.screen) changes.push({ what: 'shares', name })
  }
  for (const { peerId, name, isMe } of before)
    if (!isMe && !after.some((tile) => tile.peerId === peerId)) changes.push({ what: 'left', name })
  return changes
}
