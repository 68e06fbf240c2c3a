import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import * as z from 'zod/mini'
import oops from '#art/oops-link.svg'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { PlainPage } from '#core/plain-page.tsx'
import { useSession } from '#core/session.ts'
import { ButtonLink } from '#core/ui/button.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { isRefusedWith } from '../event-refusal.ts'
import { connectionQuery, type PageProvider, pageProviders } from './queries.ts'

const ProviderParams = z.object({ provider: z.optional(z.unknown()) })

/** From the path or the query; null for unknown providers. */
function useNamedProvider(): PageProvider | null {
  const params: unknown = useParams({ strict: false })
  const search: unknown = useSearch({ strict: false })
  const name = z.safeParse(ProviderParams, params).data?.provider ?? z.safeParse(ProviderParams, search).data?.provider
  return pageProviders.find((provider) => provider === name) ?? null
}

/** Redirects to the provider's page, only by the URL that the server returns. */
export function ConnectPage() {
  const t = useText()
  const provider = useNamedProvider()
  return (
    <PlainPage title={t('calendar.connect.title')}>
      {provider ? (
        <Redirecting provider={provider} />
      ) : (
        <Unavailable title={t('calendar.connect.unknown')} text={t('calendar.connect.unknown.text')} />
      )}
    </PlainPage>
  )
}

function Redirecting({ provider }: { provider: PageProvider }) {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(connectionQuery(provider))

  useEffect(() => {
    // Replaces this entry: otherwise a step back would redirect again.
    if (data && /^https?:\/\//.test(data.authorizationUrl)) location.replace(data.authorizationUrl)
  }, [data])

  if (error && isRefusedWith(error, 'calendar.provider_off')) {
    return (
      <Unavailable
        title={t('calendar.connect.notOffered')}
        text={t('calendar.connect.off', { provider: t(`calendar.provider.${provider}`) })}
      />
    )
  }
  if (error) {
    return (
      <Failed
        level={1}
        title={t('calendar.connect.failed')}
        text={t(errorTextKey(error))}
        retryLabel={t('action.retry')}
        retrying={isFetching}
        retryingLabel={t('action.retrying')}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <>
      <h1 className="sr">{t('calendar.connect.title')}</h1>
      <LoadingBeads label={t('calendar.connect.redirecting', { provider })} />
    </>
  )
}

function Unavailable({ title, text }: { title: string; text: string }): ReactNode {
  const t = useText()
  const isSignedIn = useSession() === 'signedIn'
  return (
    <Empty
      level={1}
      drawing={oops}
      title={title}
      text={text}
      action={
        <ButtonLink
          kind="primary"
          render={isSignedIn ? <Link to="/mentorship" search={{ calendar: '' }} /> : <Link to="/signin" />}
        >
          {t(isSignedIn ? 'calendar.connect.back' : 'wayIn.backToSignIn')}
        </ButtonLink>
      }
    />
  )
}
