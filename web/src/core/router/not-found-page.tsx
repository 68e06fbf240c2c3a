import noResults from '#art/no-results.svg'
import { Link } from '@tanstack/react-router'
import { useText } from '../i18n/texts.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { PlainPage } from './plain-page.tsx'

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
