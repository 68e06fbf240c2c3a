import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Note } from '#core/ui/note.tsx'
import { Switch } from '#core/ui/switch.tsx'
import css from './choices-section.module.css'
import { deviceQuery, useSwitchDevice } from './device-queries.ts'
import { useFollowDevice } from './use-follow-device.ts'

/** The browser asks for permission only when this is pressed. */
export function DeviceSwitch() {
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
    </div>
  )
}
