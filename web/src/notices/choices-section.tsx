import type { NoticeChoice } from '@saathi/contract/notices/entities'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Note } from '#core/ui/note.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { Switch } from '#core/ui/form/switch.tsx'
import { noticeChoicesQuery, useSwitchNotices, type NoticeChannel } from './choices-queries.ts'
import css from './choices-section.module.css'
import { deviceQuery, hidesContentQuery, useHideContent, useSwitchDevice } from './device-queries.ts'
import { QuietHoursChoice } from './quiet-hours.tsx'
import { useFollowDevice } from './use-follow-device.ts'

const channels: readonly NoticeChannel[] = ['inApp', 'push', 'email']

/** A card of the profile page. */
export function NoticeChoices() {
  const t = useText()
  const titleId = useId()
  return (
    <Card className={css.section} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId}>{t('profile.notices')}</h2>
        <p className={css.sub}>{t('profile.notices.sub')}</p>
      </div>
      <DeviceSwitch />
      <Choices />
    </Card>
  )
}

function Choices() {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(noticeChoicesQuery)
  if (data) {
    return (
      <>
        <QuietHoursChoice hours={data.quietHours} />
        {data.choices.map((choice) => (
          <Choice key={choice.kind} choice={choice} />
        ))}
      </>
    )
  }
  if (error) {
    return (
      <Failed
        small
        level={3}
        title={t('profile.notices.failed')}
        text={t(errorTextKey(error))}
        retryLabel={t('action.retry')}
        retrying={isFetching}
        retryingLabel={t('action.retrying')}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <SkeletonGroup label={t('profile.notices.loading')} className={css.waiting}>
      {[0, 1].map((row) => (
        <div key={row} className={css.waiting}>
          <Skeleton width="14ch" />
          <Skeleton shape="block" height={88} />
        </div>
      ))}
    </SkeletonGroup>
  )
}

function Choice({ choice }: { choice: NoticeChoice }) {
  const t = useText()
  const reasonId = useId()
  const [isRefused, setRefused] = useState(false)
  const turning = useSwitchNotices(choice.kind, () => setRefused(true))
  const kind = t(`profile.notices.kind.${choice.kind}`)

  function handleTurn(channel: NoticeChannel, isOn: boolean) {
    setRefused(false)
    turning.mutate({ channel, isOn })
  }

  return (
    <div className={css.choice} role="group" aria-label={kind}>
      <h3>{kind}</h3>
      <p className={css.text}>{t(`profile.notices.kind.${choice.kind}.text`)}</p>
      <div className={css.ways}>
        {channels.map((channel) => (
          <div key={channel} className={css.way}>
            <span aria-hidden="true">{t(`profile.notices.${channel}`)}</span>
            <Switch
              label={t('profile.notices.switch', { kind, way: t(`profile.notices.${channel}`) })}
              checked={choice[channel]}
              fixedReasonId={choice.isFixed ? reasonId : undefined}
              onChange={(isOn) => handleTurn(channel, isOn)}
            />
          </div>
        ))}
      </div>
      {choice.isFixed && (
        <p className={css.text} id={reasonId}>
          {t('profile.notices.fixed')}
        </p>
      )}
      {isRefused && (
        <Note tone="bad" live="alert">
          {t('profile.notices.refused', { kind })}
        </Note>
      )}
    </div>
  )
}

/** The browser asks for permission only when this is pressed. */
function DeviceSwitch() {
  const t = useText()
  const reasonId = useId()
  const { data: state } = useQuery(deviceQuery)
  const turning = useSwitchDevice()
  useFollowDevice(state === 'on')
  if (!state) return null
  const isFixed = state === 'unsupported' || state === 'blocked'
  const isOn = turning.isPending ? turning.variables : state === 'on'
  const hasTurned = turning.isSuccess && turning.data === (state === 'on')

  return (
    <div className={css.choice} role="group" aria-label={t('profile.device')}>
      <div className={css.way}>
        <h3>{t('profile.device')}</h3>
        <Switch
          label={t('profile.device')}
          checked={isOn}
          fixedReasonId={isFixed ? reasonId : undefined}
          onChange={(next) => turning.mutate(next)}
        />
      </div>
      <p className={css.text} id={reasonId}>
        {isFixed ? t(`profile.device.${state}`) : t('profile.device.text')}
      </p>
      <span className="sr" role="status">
        {hasTurned && t(isOn ? 'profile.device.on' : 'profile.device.off')}
      </span>
      {turning.isError && (
        <Note tone="bad" live="alert">
          {t(turning.variables ? 'profile.device.failedOn' : 'profile.device.failedOff')}
        </Note>
      )}
      {state === 'on' && <HideSwitch />}
    </div>
  )
}

/** Hides the content of notifications, for a device whose screen others may see. */
function HideSwitch() {
  const t = useText()
  const { data: isHidden = false } = useQuery(hidesContentQuery)
  const hiding = useHideContent()
  return (
    <>
      <div className={css.way}>
        <span aria-hidden="true">{t('profile.device.hide')}</span>
        <Switch
          label={t('profile.device.hide')}
          checked={hiding.isPending ? hiding.variables : isHidden}
          onChange={(next) => hiding.mutate(next)}
        />
      </div>
      <p className={css.text}>{t('profile.device.hideText')}</p>
      {hiding.isError && (
        <Note tone="bad" live="alert">
          {t('profile.device.hideFailed')}
        </Note>
      )}
    </>
  )
}
