/** How the pictures stand. The narrow number is for a screen that is higher than it is wide. */
export type Layout = { kind: 'tiles'; columns: number; narrowColumns: number } | { kind: 'stage'; hasStrip: boolean }

export type LayoutWish = { isTiles: boolean; hasFilmstrip: boolean; sharing: boolean }

/** One large with the others beside it, unless all are wanted alike; a shared screen is a picture of its own. */
export function layoutOf(count: number, { isTiles, hasFilmstrip, sharing }: LayoutWish): Layout {
  const pictures = count + (sharing ? 1 : 0)
  if (pictures <= 1) return { kind: 'tiles', columns: 1, narrowColumns: 1 }
  if (!isTiles) return { kind: 'stage', hasStrip: hasFilmstrip }
  return { kind: 'tiles', columns: columnsFor(pictures), narrowColumns: pictures <= 3 ? 1 : pictures <= 8 ? 2 : 3 }
}

function columnsFor(pictures: number): number {
  if (pictures <= 2) return pictures
  if (pictures <= 4) return 2
  return pictures <= 6 ? 3 : 4
}

type Candidate = { peerId: string; isMe: boolean; isSpeaking: boolean }

/**
 * Whose picture is the large one: whoever of the others speaks, and stays so until somebody else does. Two who speak at once do not
 * push each other away.
 */
export function mainOf(tiles: readonly Candidate[], before: string | null): string | null {
  const others = tiles.filter(({ isMe }) => !isMe)
  const kept = others.find(({ peerId }) => peerId === before)
  if (kept?.isSpeaking) return kept.peerId
  const chosen = others.find(({ isSpeaking }) => isSpeaking) ?? kept ?? others[0] ?? tiles[0]
  return chosen?.peerId ?? null
}
