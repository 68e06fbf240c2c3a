import { needsTermsDialog } from '@saathi/contract/accounts/landing'
import { isChatInUse } from '@saathi/contract/chat/in-use'
import { useIsMutating } from '@tanstack/react-query'
import { Outlet, useLocation, useRouter, type AnyRouter } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { useDataLight } from '#core/data-light.ts'
import { useText } from '#core/i18n/texts.tsx'
import { useMoment } from '#core/moments.ts'
import { useProfile } from '#core/profile.ts'
import '#core/offline/restore-session.ts'
import { onSessionChanged, sessionNow } from '#core/session.ts'
import { BellPlaceholder } from '#core/shell/top-bar.tsx'
import { Shell } from '#core/shell/shell.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { dismissToast, readToasts } from '#core/ui/overlay/toast-store.ts'
import { Toaster } from '#core/ui/overlay/toast.tsx'
import { PagePending } from './page-pending.tsx'
import { shellSlots } from './shell-slots.ts'

const Bell = lazy(() => orEmpty(shellSlots.bell()))
const Help = lazy(() => orEmpty(afterPage().then(shellSlots.help)))
const loadChat = () => afterPage().then(shellSlots.chat)
const Chat = lazy(() => orEmpty(loadChat()))
// A floating chat button moves the help button to the end of the page: shown before it, the help button would jump.
const HelpAfterChat = lazy(() => orEmpty(loadChat().then(shellSlots.help, shellSlots.help)))
const Video = lazy(() => orEmpty(afterPage().then(shellSlots.video)))
const Report = lazy(() => orEmpty(afterPage().then(shellSlots.report)))
const Update = lazy(() => orEmpty(afterPage().then(shellSlots.update)))
const Moments = lazy(() => orEmpty(shellSlots.moments()))
const Offers = lazy(() => orEmpty(afterPage().then(shellSlots.offers)))
const Outbox = lazy(() => orEmpty(afterPage().then(shellSlots.outbox)))

const SLOT_DELAY_MS = 2_000
/** Help, chat and the outbox are not needed at once; on a slow phone their scripts must not delay the page. */
const afterPage = () => new Promise((resolve) => setTimeout(resolve, SLOT_DELAY_MS))

/** If a slot fails to load, leave it out instead of failing the page. */
const orEmpty = async (part: Promise<ComponentType>) => ({ default: await part.catch(() => () => null) })

// Do not show one person's toasts to the next. Toasts shown during sign-in are for the person signing in.
onSessionChanged(() => sessionNow() !== 'signedIn' && readToasts().forEach(({ id }) => dismissToast(id)))

export function InsideLayout() {
  const t = useText()
  usePreloading()
  const hasMoment = useMoment() !== undefined
  const { hasAgreedTerms, status } = useProfile()
  const { Gate, hasFailed, isLoading, tryAgain } = useTermsGate(!hasAgreedTerms)
  // The live event about the agreement may arrive before the next page is shown.
  const isAgreeing = useIsMutating({ mutationKey: ['accounts', 'agreeToTerms'] }) > 0
  const asks = useLocation({ select: ({ pathname }) => needsTermsDialog(hasAgreedTerms, pathname) })
  const hasChat = hasAgreedTerms && isChatInUse(status.experiences)
  const hasHelp = hasAgreedTerms && status.experiences.chatStatus.helpCenter === 'use'

  return (
    <>
      <Shell bell={bell} news={news} help={hasHelp && (hasChat ? helpAfterChat : help)}>
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
      <Suspense>
        <Report />
      </Suspense>
      {hasChat && (
        <Suspense>
          <Chat />
        </Suspense>
      )}
      {hasChat && status.experiences.video === 'use' && (
        <Suspense>
          <Video />
        </Suspense>
      )}
      {hasAgreedTerms && status.matching.matchingStatus !== null && (
        <Suspense>
          <Offers />
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
  <Suspense fallback={<BellPlaceholder />}>
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

const helpAfterChat = (
  <Suspense>
    <HelpAfterChat />
  </Suspense>
)

/** Unlike the other slots it may not be left out: nobody may skip the terms because a script failed. */
function useTermsGate(isNeeded: boolean) {
  const [Gate, setGate] = useState<ComponentType<{ asks: boolean }> | null>(null)
  const [tries, setTries] = useState(1)
  const [failures, setFailures] = useState(0)

  useEffect(() => {
    if (!isNeeded) return
    shellSlots.termsGate().then(
      (part) => setGate(() => part),
      () => setFailures(tries),
    )
  }, [isNeeded, tries])

  return {
    Gate,
    hasFailed: failures > 0 && !Gate,
    isLoading: tries > failures,
    tryAgain: () => setTries(failures + 1),
  }
}

/** Links read this option when they render. */
function setPreloading({ options }: AnyRouter, isLight: boolean): void {
  options.defaultPreload = isLight ? false : 'intent'
}

/** Preloads a link's page on hover or touch, unless less data should be used. */
function usePreloading(): void {
  const router = useRouter()
  const isLight = useDataLight()
  // Set it before the first links render: an effect would run after them.
  useState(() => setPreloading(router, isLight))
  useEffect(() => setPreloading(router, isLight), [router, isLight])
}
