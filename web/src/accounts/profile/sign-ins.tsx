import type { SignInSession } from '@saathi/contract/accounts/entities'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, useEffect } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useText, useLanguage } from '#core/i18n/texts.tsx'
import { checkUnsent } from '#core/shell/check-unsent.ts'
import { Button } from '#core/ui/button.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { device } from '#core/ui/further-icons.ts'
import { signOut } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { signInsQuery, useSignOutEverywhere, useEndSignIn } from './queries.ts'
import { ProfileSection } from './section.tsx'
import css from './sign-ins.module.css'

export function ProfileSignIns({ hasChanges }: { hasChanges: boolean }) {
  const t = useText()
  const [isConfirming, setConfirming] = useState(false)
  return (
    <ProfileSection title={t('profile.signIns')} sub={t('profile.signIns.sub')}>
      <SignIns />
      <Button kind="line" className={css.everywhere} onClick={() => setConfirming(true)}>
        <Icon of={signOut} /> {t('profile.everywhere')}
      </Button>
      <SignOutEverywhere open={isConfirming} hasChanges={hasChanges} onClose={() => setConfirming(false)} />
    </ProfileSection>
  )
}

function SignIns() {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(signInsQuery)
  const list = useRef<HTMLUListElement>(null)
  if (data) {
    return (
      <ul ref={list} className={css.list} tabIndex={-1}>
        {data
          .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || (a.lastUsedAt < b.lastUsedAt ? 1 : -1))
          .map((session) => (
            // The row's button disappears with it, so move the focus to the list.
            <ProfileSignIn key={session.id} session={session} onEnded={() => list.current?.focus()} />
          ))}
      </ul>
    )
  }
  if (error) {
    return (
      <Failed
        small
        level={3}
        title={t('profile.signIns.failed')}
        text={t(errorTextKey(error))}
        retryLabel={t('action.retry')}
        retrying={isFetching}
        retryingLabel={t('action.retrying')}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <SkeletonGroup label={t('profile.signIns.loading')} className={css.list}>
      {[0, 1].map((row) => (
        <div key={row} className={css.row}>
          <Skeleton shape="circle" />
          <div className={css.words}>
            <Skeleton width="12ch" />
            <Skeleton width="22ch" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}

type Props = { open: boolean; hasChanges: boolean; onClose: () => void }

function SignOutEverywhere({ open, hasChanges, onClose }: Props) {
  const t = useText()
  const leaving = useSignOutEverywhere()
  const [isUnsent, setUnsent] = useState(false)

  useEffect(() => {
    if (!open) return undefined
    let isCurrent = true
    void checkUnsent().then((found) => isCurrent && setUnsent(found))
    return () => {
      isCurrent = false
      // The answer may have changed by the next time.
      setUnsent(false)
    }
  }, [open])

  function handleClose() {
    leaving.reset()
    onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={handleClose}
      blocking={leaving.isPending}
      title={t('profile.everywhere.ask')}
      text={t('profile.everywhere.text')}
      actions={
        <>
          <Button kind="line" onClick={handleClose}>
            {t('profile.everywhere.no')}
          </Button>
          <Button kind="danger" busy={leaving.isPending} busyLabel={t('profile.signIns.ending')} onClick={() => leaving.mutate()}>
            {t('profile.everywhere')}
          </Button>
        </>
      }
    >
      {hasChanges && <Note tone="warn">{t('profile.everywhere.unsaved')}</Note>}
      {open && isUnsent && <Note tone="warn">{t('shell.unsent.text')}</Note>}
      {leaving.isError && (
        <Note tone="bad" live="alert">
          {t(errorTextKey(leaving.error))}
        </Note>
      )}
    </Dialog>
  )
}

function ProfileSignIn({ session, onEnded }: { session: SignInSession; onEnded: () => void }) {
  const t = useText()
  const language = useLanguage()
  const ending = useEndSignIn()
  const lastUsed = dayAndTime(session.lastUsedAt, language)

  function handleEnd() {
    ending.mutate(session.id, {
      onSuccess: () => {
        onEnded()
        showToast({ text: t('profile.signIns.ended', { device: session.device }) })
      },
    })
  }

  return (
    <li className={css.row}>
      <span className={css.sign}>
        <Icon of={device} />
      </span>
      <div className={css.words}>
        <p className={css.device}>
          <b>{session.device}</b>
          {session.isCurrent && <Chip tone="ok">{t('profile.signIns.here')}</Chip>}
        </p>
        <p className={css.when}>
          {session.isCurrent ? t('profile.signIns.now') : t('profile.signIns.lastUsed', { when: lastUsed })}
          {' · '}
          {t('profile.signIns.since', { when: dayAndTime(session.startedAt, language) })}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          kind="soft"
          size="sm"
          aria-label={t('profile.signIns.endName', { device: session.device, when: lastUsed })}
          busy={ending.isPending}
          busyLabel={t('profile.signIns.ending')}
          onClick={handleEnd}
        >
          {t('profile.signIns.end')}
        </Button>
      )}
      {ending.isError && (
        <Note tone="bad" live="alert" className={css.fault}>
          {t('profile.signIns.endFailed', { device: session.device, why: t(errorTextKey(ending.error)) })}
        </Note>
      )}
    </li>
  )
}
