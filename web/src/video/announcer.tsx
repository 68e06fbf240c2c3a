import type { TextKey } from '@saathi/contract/texts'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import type { Tile } from './engine/call-snapshot.ts'
import { changesBetween, type CallChange } from './call-changes.ts'

const keys: Readonly<Record<CallChange['what'], TextKey>> = {
  came: 'call.told.came',
  left: 'call.told.left',
  hand: 'call.tile.hand',
  shares: 'call.told.shares',
}

/** Announces joins, leaves, raised hands and shared screens to screen readers. */
export function Announcer({ tiles }: { tiles: readonly Tile[] }) {
  const t = useText()
  const [previous, setPrevious] = useState(tiles)
  const [announced, setAnnounced] = useState<readonly CallChange[]>([])
  if (previous !== tiles) {
    setPrevious(tiles)
    const changes = changesBetween(previous, tiles)
    if (changes.length > 0) setAnnounced(changes)
  }
  return (
    <p className="sr" role="status">
      {announced.map(({ what, name }) => t(keys[what], { name })).join(' ')}
    </p>
  )
}
