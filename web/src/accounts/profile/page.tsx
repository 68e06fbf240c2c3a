import { useBlocker } from '@tanstack/react-router'
import { Suspense, useRef, useState, type Ref, useEffect } from 'react'
import { isBrowserSavingData, setDataLight, useDataLight } from '#core/data-light.ts'
import { DomainBoundary } from '#core/errors/domain-boundary.tsx'
import { errorTextKey } from '#core/error-text.ts'
import { longDay } from '#core/i18n/india-time.ts'
import { useText, useLanguage } from '#core/i18n/texts.tsx'
import { profileSlots } from '#core/slots.ts'
import { useProfile } from '#core/profile.ts'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { Note } from '#core/ui/note.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { Switch } from '#core/ui/form/switch.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { confirmBeforeSignOut } from '#core/unsaved.ts'
import { ProfileAccess } from './access.tsx'
import { ProfileData } from './data.tsx'
import { isChanged, type ProfileDraft } from './draft.ts'
import { ProfileEditor } from './editor.tsx'
import profileLightCss from './light.module.css'
import { ProfileLook } from './look.tsx'
import { ProfileLooks } from './looks.tsx'
import css from './page.module.css'
import { useStay } from './queries.ts'
import { ProfileSection } from './section.tsx'
import { ProfileSignIns } from './sign-ins.tsx'

export function ProfilePage() {
  const t = useText()
  const profile = useProfile()
  const [draft, setDraft] = useState<ProfileDraft>({})
  const hasChanges = isChanged(profile, draft)
  const keep = useRef<HTMLButtonElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <div className={css.page}>
      <title>{`${t('profile.title')} · ${t('app.name')}`}</title>
      {profile.leavesAt !== null && (
        // The pressed button disappears, so move the focus to the heading.
        <ProfileLeaving leavesAt={profile.leavesAt} keepRef={keep} onKept={() => title.current?.focus()} />
      )}
      <div className={css.columns}>
        <ProfileEditor profile={profile} draft={draft} hasChanges={hasChanges} titleRef={title} onDraft={setDraft} />
        <div className={css.side}>
          <ProfileLook />
          <ProfileLight />
          <Parts of="side" />
        </div>
        <Parts of="main" />
        <ProfileAccess profile={profile} />
        <ProfileSignIns hasChanges={hasChanges} />
        <ProfileLooks />
        <ProfileData profile={profile} onLeft={() => keep.current?.focus()} />
      </div>
      <ProfileUnsaved hasChanges={hasChanges} />
    </div>
  )
}

/** Sections provided by other domains. */
function Parts({ of }: { of: 'main' | 'side' }) {
  const here = profileSlots().filter(({ place }) => place === of)
  return here.map(({ name, Part }) => (
    <DomainBoundary key={name} resetKey={name}>
      <Suspense fallback={<PartSkeleton />}>
        <Part />
      </Suspense>
    </DomainBoundary>
  ))
}

function PartSkeleton() {
  const t = useText()
  return (
    <Card>
      <SkeletonGroup label={t('app.loading')}>
        <Skeleton shape="block" height={240} />
      </SkeletonGroup>
    </Card>
  )
}

type Props = { leavesAt: string; keepRef: Ref<HTMLButtonElement>; onKept: () => void }

function ProfileLeaving({ leavesAt, keepRef, onKept }: Props) {
  const t = useText()
  const language = useLanguage()
  const staying = useStay()

  function handleStay() {
    staying.mutate(undefined, {
      onSuccess: () => {
        onKept()
        showToast({ text: t('profile.leaving.kept') })
      },
    })
  }

  return (
    <Note
      tone="warn"
      className={css.leaving}
      title={t('profile.leaving.title', { day: longDay(leavesAt, language) })}
      action={
        <Button ref={keepRef} kind="primary" busy={staying.isPending} busyLabel={t('profile.leave.busy')} onClick={handleStay}>
          {t('profile.leave.no')}
        </Button>
      }
    >
      {t('profile.leaving.text')}
      {staying.isError && <p role="alert">{t(errorTextKey(staying.error))}</p>}
    </Note>
  )
}

/** Redirects to the sign-in page cannot be blocked: the person is signed out or locked out by maintenance. */
const SIGN_IN = '/signin'

type Answer = (leaves: boolean) => void

/** Asks before leaving the page or signing out; when the tab is closed the browser shows its own prompt. */
function ProfileUnsaved({ hasChanges }: { hasChanges: boolean }) {
  const t = useText()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => hasChanges && next.pathname !== current.pathname && next.pathname !== SIGN_IN,
    enableBeforeUnload: hasChanges,
    withResolver: true,
  })
  const [answerSignOut, setAnswerSignOut] = useState<Answer | null>(null)
  useEffect(() => {
    if (!hasChanges) return undefined
    return confirmBeforeSignOut(() => new Promise((resolve) => setAnswerSignOut(() => resolve)))
  }, [hasChanges])

  function handleAnswer(leaves: boolean) {
    answerSignOut?.(leaves)
    setAnswerSignOut(null)
    if (leaves) proceed?.()
    else reset?.()
  }

  return (
    <Dialog
      open={status === 'blocked' || answerSignOut !== null}
      onClose={() => handleAnswer(false)}
      title={t('profile.unsaved.title')}
      text={t('profile.unsaved.text')}
      actions={
        <>
          <Button kind="line" onClick={() => handleAnswer(true)}>
            {t('profile.unsaved.leave')}
          </Button>
          <Button kind="primary" onClick={() => handleAnswer(false)}>
            {t('profile.unsaved.stay')}
          </Button>
        </>
      }
    />
  )
}

function ProfileLight() {
  const t = useText()
  const isLight = useDataLight()
  return (
    <ProfileSection title={t('light.title')}>
      <div className={profileLightCss.row}>
        <span className={profileLightCss.name} aria-hidden="true">
          {t('light.switch')}
        </span>
        <Switch label={t('light.switch')} checked={isLight} onChange={setDataLight} />
      </div>
      <p>{t('light.text')}</p>
      <p className={profileLightCss.quiet}>{t(isLight && isBrowserSavingData() ? 'light.browser' : 'light.device')}</p>
    </ProfileSection>
  )
}
