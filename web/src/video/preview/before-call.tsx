import type { CallPreview } from '@saathi/contract/video/entities'
import { type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react'
import { timeOfDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { mic, micOff, videoOff } from '#core/ui/further-icons.ts'
import { Icon } from '#core/ui/icon.tsx'
import { alert, chat, check, type IconShape, video } from '#core/ui/icons.ts'
import { firstNameOf } from '../person-name.ts'
import { useFocusOnShow } from '../use-focus-on-show.ts'
import css from './before-call.module.css'
import type { useOwnMedia } from './use-own-media.ts'

type BeforeCallProps = {
  preview: CallPreview
  own: ReturnType<typeof useOwnMedia>
  isFast: boolean
  consent: boolean | null
  onConsent: (consent: boolean) => void
  isCalling: boolean
  trouble: string | null
  onCall: () => void
  /** The link back to the conversation. */
  cancel: ReactElement<{ className?: string | undefined; children?: ReactNode }>
}

export function BeforeCall(props: BeforeCallProps) {
  const { preview, own } = props
  const t = useText()
  const language = useLanguage()
  const heading = useFocusOnShow()
  const [partner] = preview.partners
  const name = preview.isGroup || !partner ? preview.title : firstNameOf(partner.name)
  return (
    <div className={css.columns}>
      <OwnPicture name={name} own={own} />
      <div className={css.side}>
        <div className={css.who}>
          <Avatar name={partner?.name ?? name} picture={preview.isGroup ? null : partner?.displayPicture} size="lg" />
          <div>
            <h1 ref={heading} tabIndex={-1} className={css.title} dir="auto">
              {t(preview.isLate ? 'video.preview.late' : 'video.preview', { name })}
            </h1>
            <p className={css.quiet}>{t('video.preview.quiet')}</p>
          </div>
        </div>
        {preview.isLate ? (
          <p className={css.late}>{t('video.preview.lateNote', { time: timeOfDay(serverNow(), language) })}</p>
        ) : (
          <Checks {...props} />
        )}
        {own.media.trouble && (
          <p className={css.late} role="status">
            {t(`call.trouble.${own.media.trouble}`)}
          </p>
        )}
        <Question {...props} />
        <Actions {...props} name={name} />
      </div>
    </div>
  )
}

function OwnPicture({ name, own }: { name: string; own: BeforeCallProps['own'] }) {
  const t = useText()
  const { camera, isMicrophoneOn, level } = own.media
  const picture = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (picture.current) picture.current.srcObject = camera
  }, [camera])
  return (
    <div className={css.picture}>
      {camera && <video ref={picture} className={css.video} muted autoPlay playsInline aria-label={t('call.you')} />}
      <span className={css.label}>{t('video.preview.you', { name })}</span>
      <div className={css.switches}>
        <button type="button" aria-pressed={isMicrophoneOn} onClick={() => own.setMicrophone(!isMicrophoneOn)}>
          <Icon of={isMicrophoneOn ? mic : micOff} size={20} />
          {t(isMicrophoneOn ? 'video.preview.micOn' : 'video.preview.micOff')}
          {isMicrophoneOn && <Level of={level} />}
        </button>
        <button type="button" aria-pressed={camera !== null} onClick={() => own.setCamera(camera === null)}>
          <Icon of={camera ? video : videoOff} size={20} />
          {t(camera ? 'video.preview.cameraOn' : 'video.preview.cameraOff')}
        </button>
      </div>
    </div>
  )
}

const bars = [0.5, 0.8, 1, 0.7, 0.4] as const

const Level = ({ of }: { of: number }) => (
  <span className={css.level} aria-hidden="true">
    {bars.map((share) => (
      <i key={share} style={{ blockSize: `${4 + Math.min(1, of * 1.6) * share * 16}px` }} />
    ))}
  </span>
)

/** Shows only results: an item is not ticked before it was seen or heard. */
function Checks({ own: { media }, isFast }: BeforeCallProps) {
  const t = useText()
  const hasHeard = media.isMicrophoneOn && media.hasDetectedSound
  return (
    <ul className={css.checks}>
      <Check
        isGood={hasHeard}
        icon={media.isMicrophoneOn ? mic : micOff}
        text={t(hasHeard ? 'video.preview.heard' : media.isMicrophoneOn ? 'video.preview.speak' : 'video.preview.unheard')}
      />
      <Check
        isGood={media.camera !== null}
        icon={videoOff}
        text={t(media.camera ? 'video.preview.seen' : 'video.preview.unseen')}
      />
      <Check isGood={isFast} icon={alert} text={t(isFast ? 'video.preview.fast' : 'video.preview.slow')} />
    </ul>
  )
}

const Check = ({ isGood, icon, text }: { isGood: boolean; icon: IconShape; text: string }) => (
  <li className={isGood ? css.good : undefined}>
    <Icon of={isGood ? check : icon} size={22} />
    {text}
  </li>
)

/** Both answers look the same, and neither is chosen beforehand. */
function Question({ consent, onConsent }: BeforeCallProps) {
  const t = useText()
  return (
    <section className={css.question} aria-label={t('video.preview.recording')}>
      <p>
        {t('video.consent')} {t('video.consent.text')}
      </p>
      <div className={css.answers} role="group" aria-label={t('video.consent')}>
        {([false, true] as const).map((answer) => (
          <button key={String(answer)} type="button" aria-pressed={consent === answer} onClick={() => onConsent(answer)}>
            {consent === answer && <Icon of={check} size={18} />}
            {t(answer ? 'video.consent.yes' : 'video.consent.no')}
          </button>
        ))}
      </div>
    </section>
  )
}

function Actions({ preview, consent, isCalling, trouble, onCall, cancel, name }: BeforeCallProps & { name: string }) {
  const t = useText()
  const reasonId = useId()
  const isWaiting = consent === null
  const callButton = (
    <button
      type="button"
      className={classNames(css.action, preview.isLate ? css.second : css.go)}
      aria-disabled={isWaiting || isCalling}
      aria-describedby={isWaiting ? reasonId : undefined}
      onClick={onCall}
    >
      {!preview.isLate && <Icon of={video} size={22} />}
      {isCalling ? t('video.starting') : preview.isLate ? t('video.preview.anyway') : t('video.preview.call', { name })}
    </button>
  )
  const cancelLink = (
    <ButtonLink className={classNames(css.action, css.second)} render={cancel}>
      {t('video.preview.cancel')}
    </ButtonLink>
  )
  return (
    <div className={css.actions}>
      {isWaiting && (
        <p id={reasonId} className={css.quiet}>
          {t('video.preview.answerFirst')}
        </p>
      )}
      {trouble && (
        <p className={css.late} role="alert">
          {trouble}
        </p>
      )}
      {preview.isLate ? (
        <>
          <ButtonLink className={classNames(css.action, css.go)} render={cancel}>
            <Icon of={chat} size={22} />
            {t('video.preview.message')}
          </ButtonLink>
          <div className={css.pair}>
            {cancelLink}
            {callButton}
          </div>
        </>
      ) : (
        <>
          {callButton}
          {cancelLink}
        </>
      )}
    </div>
  )
}
