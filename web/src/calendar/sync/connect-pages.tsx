import { CalendarProvider } from '@saathi/contract/calendar/entities'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import * as z from 'zod/mini'
import oops from '#art/oops-link.svg'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { PlainPage } from '#core/plain-page.tsx'
import { useSession, onSessionChanged, sessionNow, verifySession } from '#core/session.ts'
import { createStore } from '#core/store.ts'
import { ButtonLink } from '#core/ui/button.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { isRefusedWith } from '../event-refusal.ts'
import { connectionQuery, type PageProvider, pageProviders, type Code, redeemQuery } from './queries.ts'
import { connectTrouble } from './trouble.ts'

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

const TOAST_MS = 10_000
const CallbackParams = z.object({ code: z.optional(z.string()), state: z.optional(z.string()) })

/** The redirect target of providers. It always continues to one of our own pages, whatever the URL says. */
export function CallbackPage() {
  const t = useText()
  const search: unknown = useSearch({ strict: false })
  const params = z.safeParse(CallbackParams, search).data ?? {}
  return (
    <PlainPage title={t('calendar.connect.title')}>
      <h1 className="sr">{t('calendar.connect.title')}</h1>
      <SessionCheck params={params} />
    </PlainPage>
  )
}

/** Repeats the route guard's check, which may have failed to reach the server. */
function SessionCheck({ params }: { params: z.infer<typeof CallbackParams> }) {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['calendar', 'whoIsHere'],
    queryFn: verifySession,
    gcTime: 0,
    staleTime: Infinity,
  })
  if (data === 'signedOut') return <SignedOut isBack={params.state !== undefined} />
  if (data === 'signedIn') return <Returned params={params} />
  if (error) {
    return (
      <Failed
        title={t('calendar.connect.failed')}
        text={t(errorTextKey(error))}
        retryLabel={t('action.retry')}
        retrying={isFetching}
        retryingLabel={t('action.retrying')}
        onRetry={() => void refetch()}
      />
    )
  }
  return <LoadingBeads label={t('calendar.callback.checking')} />
}

/** The explanation is shown after signing in, because the sign-in page has its own messages. */
function SignedOut({ isBack }: { isBack: boolean }) {
  const t = useText()
  const showMessage = useEffectEvent(() => isBack && showAfterSignIn(t('calendar.callback.signedOut')))
  useEffect(() => {
    showMessage()
  }, [])
  return <Leave to="/signin" />
}

const stopWaiting = createStore(() => {})

/** Registers only one message, however often the page renders. */
function showAfterSignIn(text: string): void {
  stopWaiting.get()()
  const stop = onSessionChanged(() => {
    if (sessionNow() !== 'signedIn') return
    stop()
    showToast({ text, tone: 'info', durationMs: TOAST_MS })
  })
  stopWaiting.set(stop)
}

function Returned({ params: { code, state } }: { params: z.infer<typeof CallbackParams> }) {
  const t = useText()
  if (!code) return <Leave to="/learninghub" message={{ text: t('calendar.callback.noCode'), tone: 'info' }} />
  // The state is `provider.nonce`; without a known provider it is not ours.
  const provider = CalendarProvider.options.find((each) => state?.startsWith(`${each}.`))
  if (!provider || state === undefined)
    return <Leave to="/learninghub" message={{ text: t('calendar.connect.foreign'), tone: 'bad' }} />
  return <Connecting params={{ provider, code, state }} />
}

function Connecting({ params }: { params: Code }) {
  const t = useText()
  const { data, error } = useQuery(redeemQuery(params))
  const provider = t(`calendar.provider.${params.provider}`)
  if (data) {
    return <Leave to="/mentorship" message={{ text: t('calendar.callback.done', { provider, email: data.email }), tone: 'ok' }} />
  }
  if (error) return <Leave to="/learninghub" message={{ text: t(connectTrouble(error), { provider }), tone: 'bad' }} />
  return <LoadingBeads label={t('calendar.callback.connecting')} />
}

type LeaveProps = { to: '/mentorship' | '/learninghub' | '/signin'; message?: { text: string; tone: 'ok' | 'info' | 'bad' } }

/** Replaces this entry, so that the provider's parameters are not kept in the history. */
function Leave({ to, message }: LeaveProps) {
  const t = useText()
  const router = useRouter()
  const hasLeft = useRef(false)
  const leave = useEffectEvent(() => {
    if (hasLeft.current) return
    hasLeft.current = true
    if (message) showToast({ ...message, durationMs: TOAST_MS })
    void router.navigate({ to, replace: true })
  })
  useEffect(() => leave(), [])
  return <LoadingBeads label={t('calendar.callback.connecting')} labelHidden />
}
