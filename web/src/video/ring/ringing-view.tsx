import type { CallPerson, VideoRoom } from '@saathi/contract/video/entities'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { namesOf } from '../person-name.ts'
import { useFocusOnShow } from '../use-focus-on-show.ts'
import css from './ring.module.css'

/** The person who is called, in rings that pulse while it rings. */
export function RingingFace({
  person,
  isStill = false,
  size = 'lg',
}: {
  person: CallPerson | undefined
  isStill?: boolean
  size?: 'lg' | 'sm'
}) {
  return (
    <span className={classNames(css.rings, isStill && css.still, size === 'sm' && css.small)}>
      <Avatar name={person?.name ?? ''} picture={person?.displayPicture} size="lg" />
    </span>
  )
}

type RingingViewProps = { room: VideoRoom; people: readonly CallPerson[]; camera: MediaStream | null }

/** While the call rings at the other side. */
export function RingingView({ room, people, camera }: RingingViewProps) {
  const t = useText()
  const language = useLanguage()
  const title = useFocusOnShow()
  const called = people.length > 0 ? people : room.partners
  return (
    <Centre>
      {camera && <SelfPicture camera={camera} />}
      <RingingFace person={called[0]} />
      <h1 ref={title} tabIndex={-1} className={css.title} dir="auto">
        {t('video.ringing', { name: namesOf(called, language) })}
      </h1>
      <p className={css.quiet} role="status">
        {t('video.ringing.text')}
      </p>
    </Centre>
  )
}

export const Centre = ({ children }: { children: ReactNode }) => <div className={css.centre}>{children}</div>

function SelfPicture({ camera }: { camera: MediaStream }) {
  const t = useText()
  const picture = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (picture.current) picture.current.srcObject = camera
  }, [camera])
  return <video ref={picture} className={css.self} muted autoPlay playsInline aria-label={t('call.you')} />
}
