import noResults from '#art/no-results.svg'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { PlainPage } from '#core/plain-page.tsx'

export function NotFoundPage() {
  const t = useText()
  return (
    <PlainPage title={t('notFound.title')}>
      <Empty
        level={1}
        drawing={noResults}
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={
          <ButtonLink kind="primary" render={<Link to="/" />}>
            {t('notFound.home')}
          </ButtonLink>
        }
      />
    </PlainPage>
  )
}
