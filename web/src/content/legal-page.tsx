import { useText } from '#core/i18n/texts.tsx'
import { LegalArticle } from './legal-article.tsx'
import type { LegalName } from './legal-texts.ts'
import { MoreInfoLayout } from './more-info-layout.tsx'

export const PrivacyPolicy = () => <LegalPage name="privacyPolicy" />
export const TermsOfService = () => <LegalPage name="termsOfService" />
export const CodeOfConduct = () => <LegalPage name="codeOfConduct" />

function LegalPage({ name }: { name: LegalName }) {
  const t = useText()
  return (
    <MoreInfoLayout title={t(`legal.${name}`)}>
      <LegalArticle name={name} />
    </MoreInfoLayout>
  )
}
