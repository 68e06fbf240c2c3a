import { Link } from '@tanstack/react-router'
import { MoreInfoLayout } from '#content/public.ts'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import './wrs-live.ts'
import css from './wrs-page.module.css'
import { WrsReadiness } from './wrs-readiness.tsx'

export function WrsPage() {
  const t = useText()
  return (
    <MoreInfoLayout title={t('readiness.title')}>
      <div className={css.page}>
        <Person />
        <WrsReadiness />
      </div>
    </MoreInfoLayout>
  )
}

function Person() {
  const t = useText()
  const { displayName, email, picture, role, bio } = useProfile()
  return (
    <Card className={css.person}>
      <Avatar name={displayName} picture={picture} size="xl" />
      <div className={css.who}>
        <p className={css.role}>{t(`profile.role.${role}`)}</p>
        <h1>{displayName || email}</h1>
      </div>
      <p className={css.bio} dir={bio ? 'auto' : undefined}>
        {bio || t('readiness.noBio')}
      </p>
      <ButtonLink kind="soft" className={css.edit} render={<Link to="/profile" />}>
        {t('readiness.edit')}
      </ButtonLink>
    </Card>
  )
}
