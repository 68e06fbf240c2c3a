import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { PlainPage } from '#core/plain-page.tsx'
import { useSession } from '#core/session.ts'
import { ButtonLink } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { back } from '#core/ui/icons.ts'
import { LegalArticle } from './legal-article.tsx'
import { type LegalName, legalTexts } from './legal-texts.ts'
import css from './public-legal-page.module.css'

export const PublicPrivacyPolicy = () => <PublicLegalPage name="privacyPolicy" />
export const PublicTermsOfService = () => <PublicLegalPage name="termsOfService" />
export const PublicCodeOfConduct = () => <PublicLegalPage name="codeOfConduct" />

/** Also for people without an account: no navigation bar, only a link back. */
function PublicLegalPage({ name }: { name: LegalName }) {
  const t = useText()
  const isSignedIn = useSession() === 'signedIn'
  return (
    <PlainPage title={t(`legal.${name}`)}>
      <div className={css.page}>
        <div className={css.ways}>
          <ButtonLink kind="soft" size="sm" render={<Link to={isSignedIn ? '/learninghub' : '/signin'} />}>
            <Icon of={back} size={18} />
            {t(isSignedIn ? 'content.toHub' : 'content.toSignIn')}
          </ButtonLink>
        </div>
        <LegalArticle name={name} />
        <nav className={css.others} aria-label={t('legal.links')}>
          {legalTexts.map((text) => (
            <Link key={text.name} to={text.publicTo} activeOptions={{ includeHash: false }}>
              {t(`legal.${text.name}`)}
            </Link>
          ))}
        </nav>
      </div>
    </PlainPage>
  )
}
