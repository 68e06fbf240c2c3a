import type { Tile } from './engine/call-snapshot.ts'

export type Told = { what: 'came' | 'left' | 'hand' | 'shares'; name: string }

/** What has happened among the others, for those who do not see it. */
export function changesBetween(before: readonly Tile[], after: readonly Tile[]): Told[] {
  const told: Told[] = []
  for (const { peerId, name, isMe, state } of after) {
    if (isMe) continue
    const was = before.find((tile) => tile.peerId === peerId)
    if (!was) told.push({ what: 'came', name })
    if (state.hand && !was?.state.hand) told.push({ what: 'hand', name })
    if (state.screen && !was?.state.screen) told.push({ what: 'shares', name })
  }
  for (const { peerId, name, isMe } of before)
    if (!isMe && !after.some((tile) => tile.peerId === peerId)) told.push({ what: 'left', name })
  return told
}
