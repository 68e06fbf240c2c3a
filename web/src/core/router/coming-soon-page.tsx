import companions from '#art/companions.svg'
import { Link } from '@tanstack/react-router'
import { useText } from '../i18n/texts.tsx'
import { useSession } from '../session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { PlainPage } from './plain-page.tsx'

function ComingSoon() {
  const t = useText()
  const isSignedIn = useSession() === 'signedIn'
  return (
    <Empty
      level={1}
      drawing={companions}
      title={t('comingSoon.title')}
      text={t('comingSoon.text')}
      action={
        <ButtonLink kind="primary" render={<Link to={isSignedIn ? '/learninghub' : '/signin'} />}>
          {t(isSignedIn ? 'comingSoon.hub' : 'comingSoon.signIn')}
        </ButtonLink>
      }
    />
  )
}

export function ComingSoonInside() {
  const t = useText()
  return (
    <>
      <title>{`${t('comingSoon.title')} · ${t('app.name')}`}</title>
      <ComingSoon />
    </>
  )
}

export function ComingSoonOutside() {
  const t = useText()
  return (
    <PlainPage title={t('comingSoon.title')}>
      <ComingSoon />
    </PlainPage>
  )
}
