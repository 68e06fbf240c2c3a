import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import css from './panels.module.css'

export function ProfilePanel({ name }: { name: string }) {
  const t = useText()
  const { picture, role } = useProfile()
  return (
    <>
      <p className={css.quiet}>{t('call.profile.text')}</p>
      <div className={css.card}>
        <Avatar name={name} picture={picture} size="lg" />
        <span>
          <b dir="auto">{name}</b>
          <span className={css.quiet}>{t(`profile.role.${role}`)}</span>
        </span>
      </div>
    </>
  )
}
