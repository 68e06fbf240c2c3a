import type { TextKey } from '@saathi/contract/texts'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import type { Tile } from './engine/call-snapshot.ts'
import { changesBetween, type Told } from './told.ts'

const keys: Readonly<Record<Told['what'], TextKey>> = {
  came: 'call.told.came',
  left: 'call.told.left',
  hand: 'call.tile.hand',
  shares: 'call.told.shares',
}

/** Reads out who comes, goes, raises a hand or shows a screen. */
export function Announcer({ tiles }: { tiles: readonly Tile[] }) {
  const t = useText()
  const [known, setKnown] = useState(tiles)
  const [told, setTold] = useState<readonly Told[]>([])
  if (known !== tiles) {
    setKnown(tiles)
    const changes = changesBetween(known, tiles)
    if (changes.length > 0) setTold(changes)
  }
  return (
    <p className="sr" role="status">
      {told.map(({ what, name }) => t(keys[what], { name })).join(' ')}
    </p>
  )
}
