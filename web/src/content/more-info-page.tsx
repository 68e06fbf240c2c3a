import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { systemStatusQuery } from '#core/system-status.ts'
import { Card, coverLinkClass } from '#core/ui/card.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { chart, question, right } from '#core/ui/icons.ts'
import { legalTexts, MoreInfoLayout } from './more-info-layout.tsx'
import css from './more-info-page.module.css'

export function MoreInfoPage() {
  const t = useText()
  const pages = [
    { to: '/moreinfo/faq', icon: question, title: t('faq.title'), text: t('moreInfo.faqText') },
    { to: '/moreinfo/wrs', icon: chart, title: t('moreInfo.readiness'), text: t('moreInfo.readinessText') },
    ...legalTexts.map(({ name, to, icon }) => ({ to, icon, title: t(`legal.${name}`), text: t(`moreInfo.${name}Text`) })),
  ]
  return (
    <MoreInfoLayout title={t('moreInfo.title')}>
      <div className={css.page}>
        <header>
          <h1>{t('moreInfo.title')}</h1>
          <p>{t('moreInfo.text')}</p>
        </header>
        <ul className={css.list}>
          {pages.map(({ to, icon, title, text }) => (
            <Card as="li" key={to} className={css.entry}>
              <span className={css.sign}>
                <Icon of={icon} size={22} />
              </span>
              <div>
                <h2>
                  <Link to={to} className={coverLinkClass}>
                    {title}
                  </Link>
                </h2>
                <p>{text}</p>
              </div>
              <Icon of={right} className={css.arrow} />
            </Card>
          ))}
        </ul>
        <Product />
      </div>
    </MoreInfoLayout>
  )
}

/** Version and release stage, for support requests. Hidden if the server sends neither. */
function Product() {
  const t = useText()
  const { data } = useQuery(systemStatusQuery)
  if (data?.version === undefined && data?.releaseStage === undefined) return null
  return (
    <section className={css.product} aria-labelledby="product">
      <h2 id="product">{t('moreInfo.product')}</h2>
      <dl>
        {data.version !== undefined && (
          <div>
            <dt>{t('moreInfo.version')}</dt>
            <dd dir="ltr">{data.version}</dd>
          </div>
        )}
        {data.releaseStage !== undefined && (
          <div>
            <dt>{t('moreInfo.stage')}</dt>
            {/* Other stages are named by the operator. */}
            {data.releaseStage === 'production' ? (
              <dd>{t('moreInfo.stage.production')}</dd>
            ) : (
              <dd dir="ltr">{data.releaseStage}</dd>
            )}
          </div>
        )}
      </dl>
    </section>
  )
}
