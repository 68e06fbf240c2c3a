import { useState } from 'react'
import type { Tile } from './engine/call-snapshot.ts'
import { mainOf } from './layout.ts'

/** The peer with the large picture, which keeps it while nobody else speaks. */
export function useMain(tiles: readonly Tile[]): string | null {
  const [before, setBefore] = useState<string | null>(null)
  const main = mainOf(tiles, before)
  if (main !== before) setBefore(main)
  return main
}
