import { type CSSProperties, useState, useEffect, useRef, useEffectEvent } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { hand, mic, micOff, shareScreen } from '#core/ui/further-icons.ts'
import type { Tile } from '../engine/call-snapshot.ts'
import { type Layout, layoutOf, mainOf } from './layout.ts'
import tileCss from './tile.module.css'
import css from './tiles.module.css'
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

/** The peer with the large picture, which keeps it while nobody else speaks. */
function useMain(tiles: readonly Tile[]): string | null {
  const [before, setBefore] = useState<string | null>(null)
  const main = mainOf(tiles, before)
  if (main !== before) setBefore(main)
  return main
}

type PersonTileProps = { tile: Tile; isMirrored: boolean }

/** A person's video or avatar, with name, microphone state and raised hand. */
function PersonTile({ tile, isMirrored }: PersonTileProps) {
  const t = useText()
  const { isMe, state, camera, isSpeaking, connection } = tile
  const name = isMe ? t('call.you') : tile.name
  return (
    <>
      {camera && state.camera ? (
        <MovingPicture
          stream={camera}
          label={t('call.tile.picture', { name })}
          className={classNames(tileCss.picture, isMe && isMirrored && tileCss.mirrored)}
        />
      ) : (
        <Avatar name={tile.name} picture={tile.displayPicture} size="xl" className={tileCss.face} />
      )}
      <span className={tileCss.name}>
        <Icon of={state.microphone ? mic : micOff} size={16} />
        <bdi>{name}</bdi>
        {!state.microphone && <span className="sr">{t('call.tile.muted')}</span>}
        {isSpeaking && <span className="sr">{t('call.tile.speaking')}</span>}
      </span>
      {state.hand && (
        <span className={tileCss.hand} role="img" aria-label={t('call.tile.hand', { name })}>
          <Icon of={hand} size={22} />
        </span>
      )}
      {!isMe && connection !== 'open' && <span className={tileCss.connecting}>{t('call.connecting')}</span>}
    </>
  )
}

function ScreenTile({ tile, stream }: { tile: Tile; stream: MediaStream }) {
  const t = useText()
  const label = tile.isMe ? t('call.tile.ownScreen') : t('call.tile.screen', { name: tile.name })
  return (
    <>
      <MovingPicture stream={stream} label={label} className={tileCss.screen} />
      <span className={tileCss.name}>
        <Icon of={shareScreen} size={16} />
        <bdi>{label}</bdi>
      </span>
    </>
  )
}

type MovingPictureProps = { stream: MediaStream; label: string; className?: string | undefined }

/** Muted: audio is played separately, so that it continues when the picture is hidden. */
function MovingPicture({ stream, label, className }: MovingPictureProps) {
  const ref = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.srcObject = stream
  }, [stream])
  return <video ref={ref} className={className} aria-label={label} autoPlay playsInline muted />
}

type SoundsProps = {
  tiles: readonly Tile[]
  speaker: string
  /** Changes when the person turns the sound on by hand, to retry playback. */
  attempt: number
  onBlocked: () => void
}

/** Plays the audio of the others, even if their pictures are hidden. */
export function Sounds({ tiles, speaker, attempt, onBlocked }: SoundsProps) {
  return tiles.map(
    ({ peerId, isMe, audio }) =>
      !isMe && audio && <Sound key={`${peerId} ${attempt}`} stream={audio} speaker={speaker} onBlocked={onBlocked} />,
  )
}

type SoundProps = Pick<SoundsProps, 'speaker' | 'onBlocked'> & { stream: MediaStream }

function Sound({ stream, speaker, onBlocked }: SoundProps) {
  const ref = useRef<HTMLAudioElement>(null)
  const handleBlocked = useEffectEvent((error: unknown) => {
    // Other errors are interruptions by a new load, after which playback continues.
    if (error instanceof DOMException && error.name === 'NotAllowedError') onBlocked()
  })

  useEffect(() => {
    const sound = ref.current
    if (!sound) return
    sound.srcObject = stream
    sound.play().catch((error: unknown) => handleBlocked(error))
  }, [stream])

  useEffect(() => {
    const sound = ref.current
    // If the device is gone, the output stays the same.
    if (sound && 'setSinkId' in sound) sound.setSinkId(speaker).catch(() => undefined)
  }, [speaker])

  // oxlint-disable-next-line jsx-a11y/media-has-caption -- voices of a call have no track; what is said is in the caption bar
  return <audio ref={ref} />
}
