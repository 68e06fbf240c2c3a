import { useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { hand, mic, micOff, shareScreen } from '#core/ui/icons.ts'
import type { Tile } from './engine/call-snapshot.ts'
import { MovingPicture } from './moving-picture.tsx'
import css from './tile.module.css'

type PersonTileProps = { tile: Tile; isMirrored: boolean }

/** A person's video or avatar, with name, microphone state and raised hand. */
export function PersonTile({ tile, isMirrored }: PersonTileProps) {
  const t = useText()
  const { isMe, state, camera, isSpeaking, connection } = tile
  const name = isMe ? t('call.you') : tile.name
  return (
    <>
      {camera && state.camera ? (
        <MovingPicture
          stream={camera}
          label={t('call.tile.picture', { name })}
          className={classNames(css.picture, isMe && isMirrored && css.mirrored)}
        />
      ) : (
        <Avatar name={tile.name} picture={tile.displayPicture} size="xl" className={css.face} />
      )}
      <span className={css.name}>
        <Icon of={state.microphone ? mic : micOff} size={16} />
        <bdi>{name}</bdi>
        {!state.microphone && <span className="sr">{t('call.tile.muted')}</span>}
        {isSpeaking && <span className="sr">{t('call.tile.speaking')}</span>}
      </span>
      {state.hand && (
        <span className={css.hand} role="img" aria-label={t('call.tile.hand', { name })}>
          <Icon of={hand} size={22} />
        </span>
      )}
      {!isMe && connection !== 'open' && <span className={css.connecting}>{t('call.connecting')}</span>}
    </>
  )
}

export function ScreenTile({ tile, stream }: { tile: Tile; stream: MediaStream }) {
  const t = useText()
  const label = tile.isMe ? t('call.tile.ownScreen') : t('call.tile.screen', { name: tile.name })
  return (
    <>
      <MovingPicture stream={stream} label={label} className={css.screen} />
      <span className={css.name}>
        <Icon of={shareScreen} size={16} />
        <bdi>{label}</bdi>
      </span>
    </>
  )
}
