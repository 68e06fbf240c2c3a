import { CalendarProvider } from '@saathi/contract/calendar/entities'
import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import * as z from 'zod/mini'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { PlainPage } from '#core/router/plain-page.tsx'
import { onSessionChanged, sessionNow, verifySession } from '#core/session.ts'
import { Failed } from '#core/ui/failed.tsx'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { showToast } from '#core/ui/toast-store.ts'
import { connectTrouble } from './connect-trouble.ts'
import { type Code, redeemQuery } from './sync-queries.ts'

const TOLD_MS = 10_000
const Given = z.object({ code: z.optional(z.string()), state: z.optional(z.string()) })

/** Where a provider sends people back to. Wherever it leads from here is a page of ours, whatever the address says. */
export function CallbackPage() {
  const t = useText()
  const search: unknown = useSearch({ strict: false })
  const given = z.safeParse(Given, search).data ?? {}
  return (
    <PlainPage title={t('calendar.connect.title')}>
      <h1 className="sr">{t('calendar.connect.title')}</h1>
      <WhoIsHere given={given} />
    </PlainPage>
  )
}

/** The guard has asked before; where it could not reach the server, it is asked again here. */
function WhoIsHere({ given }: { given: z.infer<typeof Given> }) {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['calendar', 'whoIsHere'],
    queryFn: verifySession,
    gcTime: 0,
    staleTime: Infinity,
  })
  if (data === 'signedOut') return <SignedOut isBack={given.state !== undefined} />
  if (data === 'signedIn') return <Back given={given} />
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

/** Who comes back from a provider reads why nothing came of it once they are in: the sign-in page has its own things to say. */
function SignedOut({ isBack }: { isBack: boolean }) {
  const t = useText()
  const tell = useEffectEvent(() => isBack && sayAfterSignIn(t('calendar.callback.signedOut')))
  useEffect(() => {
    tell()
  }, [])
  return <Leave to="/signin" />
}

let stopWaiting = () => {}

/** Only the last word waits, however often the page was drawn. */
function sayAfterSignIn(text: string): void {
  stopWaiting()
  stopWaiting = onSessionChanged(() => {
    if (sessionNow() !== 'signedIn') return
    stopWaiting()
    showToast({ text, tone: 'info', durationMs: TOLD_MS })
  })
}

function Back({ given: { code, state } }: { given: z.infer<typeof Given> }) {
  const t = useText()
  if (!code) return <Leave to="/learninghub" says={{ text: t('calendar.callback.noCode'), tone: 'info' }} />
  // The state is `provider.nonce`; one that names no provider was not begun here.
  const provider = CalendarProvider.options.find((each) => state?.startsWith(`${each}.`))
  if (!provider || state === undefined)
    return <Leave to="/learninghub" says={{ text: t('calendar.connect.foreign'), tone: 'bad' }} />
  return <Connecting given={{ provider, code, state }} />
}

function Connecting({ given }: { given: Code }) {
  const t = useText()
  const { data, error } = useQuery(redeemQuery(given))
  const provider = t(`calendar.provider.${given.provider}`)
  if (data) {
    return <Leave to="/mentorship" says={{ text: t('calendar.callback.done', { provider, email: data.email }), tone: 'ok' }} />
  }
  if (error) return <Leave to="/learninghub" says={{ text: t(connectTrouble(error), { provider }), tone: 'bad' }} />
  return <LoadingBeads label={t('calendar.callback.connecting')} />
}

type LeaveProps = { to: '/mentorship' | '/learninghub' | '/signin'; says?: { text: string; tone: 'ok' | 'info' | 'bad' } }

/** In the place of this address, so that what the provider put into it is not kept. */
function Leave({ to, says }: LeaveProps) {
  const t = useText()
  const router = useRouter()
  const hasLeft = useRef(false)
  const leave = useEffectEvent(() => {
    if (hasLeft.current) return
    hasLeft.current = true
    if (says) showToast({ ...says, durationMs: TOLD_MS })
    void router.navigate({ to, replace: true })
  })
  useEffect(() => leave(), [])
  return <LoadingBeads label={t('calendar.callback.connecting')} labelHidden />
}
