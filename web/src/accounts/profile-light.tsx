import { isBrowserSavingData, setDataLight, useDataLight } from '#core/data-light.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Switch } from '#core/ui/switch.tsx'
import css from './profile-light.module.css'
import { ProfileSection } from './profile-section.tsx'

export function ProfileLight() {
  const t = useText()
  const isLight = useDataLight()
  return (
    <ProfileSection title={t('light.title')}>
      <div className={css.row}>
        <span className={css.name} aria-hidden="true">
          {t('light.switch')}
        </span>
        <Switch label={t('light.switch')} checked={isLight} onChange={setDataLight} />
      </div>
      <p>{t('light.text')}</p>
      <p className={css.quiet}>{t(isLight && isBrowserSavingData() ? 'light.browser' : 'light.device')}</p>
    </ProfileSection>
  )
}
