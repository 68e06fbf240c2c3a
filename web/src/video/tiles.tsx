import type { CSSProperties } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import type { Tile } from './engine/call-snapshot.ts'
import { type Layout, layoutOf } from './layout.ts'
import { PersonTile, ScreenTile } from './tile.tsx'
import css from './tiles.module.css'
import { useMain } from './use-main.ts'
import type { View } from './use-view.ts'

type Picture = { key: string; tile: Tile; screen: MediaStream | null }

/** A shared screen is a separate picture before the people. */
function picturesOf(tiles: readonly Tile[]): Picture[] {
  const shared = tiles.flatMap((tile) =>
    tile.screen && tile.state.screen ? [{ key: `${tile.peerId} screen`, tile, screen: tile.screen }] : [],
  )
  return [...shared, ...tiles.map((tile) => ({ key: tile.peerId, tile, screen: null }))]
}

type TilesProps = { tiles: readonly Tile[]; view: Pick<View, 'isTiles' | 'hasFilmstrip' | 'isMirrored'> }

/** One list for all layouts: moving a video element elsewhere would restart it. */
export function Tiles({ tiles, view: { isTiles, hasFilmstrip, isMirrored } }: TilesProps) {
  const t = useText()
  const pictures = picturesOf(tiles)
  const shared = pictures.filter(({ screen }) => screen)
  const speaker = useMain(tiles)
  const layout = layoutOf(tiles.length, { isTiles, hasFilmstrip, sharing: shared.length > 0 })
  const main = (shared.find(({ tile }) => !tile.isMe) ?? shared[0])?.key ?? speaker
  return (
    <ul
      className={classNames(css.tiles, layout.kind === 'stage' && css.stage)}
      style={sizesOf(layout, pictures.length)}
      aria-label={t('call.people')}
    >
      {pictures.map(({ key, tile, screen }) => {
        const isMain = layout.kind === 'stage' && key === main
        const isHidden = layout.kind === 'stage' && !isMain && !layout.hasStrip
        return (
          <li
            key={key}
            className={classNames(css.tile, isMain && css.main, !screen && tile.isSpeaking && css.speaking)}
            data-peer={tile.peerId}
            data-main={isMain || undefined}
            hidden={isHidden}
          >
            {screen ? <ScreenTile tile={tile} stream={screen} /> : <PersonTile tile={tile} isMirrored={isMirrored} />}
          </li>
        )
      })}
    </ul>
  )
}

type Sizes = CSSProperties & Record<`--${string}`, number>

function sizesOf(layout: Layout, pictures: number): Sizes {
  if (layout.kind === 'tiles') return { '--columns': layout.columns, '--narrow-columns': layout.narrowColumns }
  const others = layout.hasStrip ? pictures - 1 : 0
  const narrowColumns = others <= 2 ? Math.max(1, others) : others <= 4 ? 2 : 4
  return {
    '--rows': Math.max(3, others),
    '--narrow-columns': narrowColumns,
    '--narrow-rows': Math.ceil(others / narrowColumns),
    '--strip': others > 0 ? 1 : 0,
  }
}
