import { type CommunityItem, LEGAL_IDS } from '@saathi/contract/content/community-calls'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { longDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { PlainPage } from '#core/plain-page.tsx'
import { useSession } from '#core/session.ts'
import { ButtonLink } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { down, back } from '#core/ui/icons.ts'
import { RichText } from '#core/ui/rich-text/rich-text.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { FailedContent, NoContent } from './failed-content.tsx'
import css from './legal-article.module.css'
import legalContentsCss from './legal-contents.module.css'
import { partsOf, type LegalPart } from './legal-parts.ts'
import { type LegalName, legalTexts, MoreInfoLayout, useHashTarget } from './more-info-layout.tsx'
import publicLegalPageCss from './public-legal-page.module.css'
import { communityQuery } from './queries.ts'

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

export const PublicPrivacyPolicy = () => <PublicLegalPage name="privacyPolicy" />
export const PublicTermsOfService = () => <PublicLegalPage name="termsOfService" />
export const PublicCodeOfConduct = () => <PublicLegalPage name="codeOfConduct" />

/** Also for people without an account: no navigation bar, only a link back. */
function PublicLegalPage({ name }: { name: LegalName }) {
  const t = useText()
  const isSignedIn = useSession() === 'signedIn'
  return (
    <PlainPage title={t(`legal.${name}`)}>
      <div className={publicLegalPageCss.page}>
        <div className={publicLegalPageCss.ways}>
          <ButtonLink kind="soft" size="sm" render={<Link to={isSignedIn ? '/learninghub' : '/signin'} />}>
            <Icon of={back} size={18} />
            {t(isSignedIn ? 'content.toHub' : 'content.toSignIn')}
          </ButtonLink>
        </div>
        <LegalArticle name={name} />
        <nav className={publicLegalPageCss.others} aria-label={t('legal.links')}>
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

/** Shared by the public pages and those under /moreinfo. */
function LegalArticle({ name }: { name: LegalName }) {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(communityQuery(useLanguage()))
  const item = data?.community.find(({ id }) => id === LEGAL_IDS[name])
  const isThere = item !== undefined && contentOf(item) !== ''
  useHashTarget(isThere)
  return (
    <article className={css.article}>
      <h1>{(item && (item.localeTitle || item.title)) || t(`legal.${name}`)}</h1>
      {isThere ? (
        <Text item={item} />
      ) : data ? (
        <NoContent />
      ) : error ? (
        <FailedContent error={error} isFetching={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </article>
  )
}

const contentOf = ({ content, localeContent }: CommunityItem) => (localeContent || content).trim()

function Text({ item }: { item: CommunityItem }) {
  const t = useText()
  const language = useLanguage()
  const content = contentOf(item)
  const { opening, parts } = useMemo(() => partsOf(content), [content])
  const linkHint = t('content.newTab')
  return (
    <>
      <p className={css.version}>
        {t('content.version', { version: String(item.version), day: longDay(item.updatedAt, language) })}
      </p>
      <div className={css.columns}>
        {parts.length > 2 && <LegalContents parts={parts} />}
        <div className={css.text}>
          {opening && <RichText text={opening} linkHint={linkHint} />}
          {parts.map(({ id, title, text }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id} tabIndex={-1}>
                {title}
              </h2>
              <RichText text={text} level={2} linkHint={linkHint} />
            </section>
          ))}
        </div>
      </div>
    </>
  )
}

function Waiting() {
  const t = useText()
  return (
    <SkeletonGroup label={t('content.loading')} className={css.waiting}>
      <Skeleton width="14em" />
      {['96%', '100%', '88%', '100%', '92%', '60%'].map((width, place) => (
        <Skeleton key={place} width={width} />
      ))}
      <Skeleton shape="block" height={220} />
    </SkeletonGroup>
  )
}

/** Open if it has a separate column; on a phone it would push the text down. */
const hasColumn = () => window.matchMedia('(min-width: 1200px)').matches

function LegalContents({ parts }: { parts: readonly LegalPart[] }) {
  const t = useText()
  const [isOpen, setOpen] = useState(hasColumn)
  return (
    <details className={legalContentsCss.contents} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {t('content.contents')}
        <Icon of={down} className={legalContentsCss.arrow} />
      </summary>
      <nav aria-label={t('content.contents')}>
        <ol>
          {parts.map(({ id, title }) => (
            <li key={id}>
              <Link to="." hash={id} activeProps={noMark}>
                {title}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
    </details>
  )
}

/** All links lead to the current page, so none is marked as current. */
const noMark = { 'aria-current': undefined }
