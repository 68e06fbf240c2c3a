import { asksTerms } from '@saathi/contract/accounts/terms'
import { isChatInUse } from '@saathi/contract/chat/in-use'
import { useIsMutating } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { useText } from '../i18n/texts.tsx'
import { useMoment } from '../moments.ts'
import { useProfile } from '../profile.ts'
import { onSessionChanged, sessionNow } from '../session.ts'
import { BellPlace } from '../shell/bell-place.tsx'
import { Shell } from '../shell/shell.tsx'
import { Failed } from '../ui/failed.tsx'
import { dismissToast, readToasts } from '../ui/toast-store.ts'
import { Toaster } from '../ui/toast.tsx'
import { shellSlots } from './shell-slots.ts'
import { PagePending } from './page-pending.tsx'
import { usePreloading } from './use-preloading.ts'
import { useTermsGate } from './use-terms-gate.ts'

const Bell = lazy(() => orNothing(shellSlots.bell()))
const Help = lazy(() => orNothing(pageFirst().then(shellSlots.help)))
const Chat = lazy(() => orNothing(pageFirst().then(shellSlots.chat)))
const Video = lazy(() => orNothing(pageFirst().then(shellSlots.video)))
const Update = lazy(() => orNothing(pageFirst().then(shellSlots.update)))
const Moments = lazy(() => orNothing(shellSlots.moments()))
const Outbox = lazy(() => orNothing(pageFirst().then(shellSlots.outbox)))

const PAGE_FIRST_MS = 2_000
/** Whoever wants help or to talk has looked at the page before, and what is unsent has waited already; on a slow phone their scripts must not come in between. */
const pageFirst = () => new Promise((resolve) => setTimeout(resolve, PAGE_FIRST_MS))

/** Without it the page is poorer; torn down for it, it would be worth nothing. */
const orNothing = async (part: Promise<ComponentType>) => ({ default: await part.catch(() => () => null) })

// What was said to one person is not for the next. What was said on the way in is for who is here.
onSessionChanged(() => sessionNow() !== 'signedIn' && readToasts().forEach(({ id }) => dismissToast(id)))

export function InsideLayout() {
  const t = useText()
  usePreloading()
  const hasMoment = useMoment() !== undefined
  const { hasAgreedTerms, status } = useProfile()
  const { Gate, hasFailed, isLoading, tryAgain } = useTermsGate(!hasAgreedTerms)
  // The news of the agreement may come by the live line before the page that was wanted is there.
  const isAgreeing = useIsMutating({ mutationKey: ['accounts', 'agreeToTerms'] }) > 0
  const asks = useLocation({ select: ({ pathname }) => asksTerms(hasAgreedTerms, pathname) })
  const hasChat = hasAgreedTerms && isChatInUse(status.experiences)
  const hasHelp = hasAgreedTerms && status.experiences.chatStatus.helpCenter === 'use'

  return (
    <>
      <Shell bell={bell} news={news} help={hasHelp && help}>
        {hasFailed && asks ? (
          <Failed
            level={1}
            title={t('failed.title')}
            text={t('error.network')}
            retryLabel={t('action.retry')}
            retrying={isLoading}
            retryingLabel={t('action.retrying')}
            onRetry={tryAgain}
          />
        ) : (
          <Suspense fallback={<PagePending />}>
            <Outlet />
          </Suspense>
        )}
      </Shell>
      {(!hasAgreedTerms || isAgreeing) && Gate && <Gate asks={asks || isAgreeing} />}
      {hasChat && (
        <Suspense>
          <Chat />
          {status.experiences.video === 'use' && <Video />}
        </Suspense>
      )}
      {hasMoment && (
        <Suspense>
          <Moments />
        </Suspense>
      )}
      <Toaster label={t('app.notices')} />
    </>
  )
}

const bell = (
  <Suspense fallback={<BellPlace />}>
    <Bell />
  </Suspense>
)

const news = (
  <>
    <Suspense>
      <Outbox />
    </Suspense>
    <Suspense>
      <Update />
    </Suspense>
  </>
)

const help = (
  <Suspense>
    <Help />
  </Suspense>
)
