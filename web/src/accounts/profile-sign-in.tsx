import type { SignInSession } from '@saathi/contract/accounts/entities'
import { errorTextKey } from '#core/error-text.ts'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { device } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { showToast } from '#core/ui/toast-store.ts'
import { useEndSignIn } from './profile-queries.ts'
import css from './profile-sign-ins.module.css'

export function ProfileSignIn({ session, onEnded }: { session: SignInSession; onEnded: () => void }) {
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
